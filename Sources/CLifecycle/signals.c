#include "CLifecycle.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "wakeup.h"

// In the order in which they are reported.
static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT};
enum { signal_count = sizeof signals / sizeof *signals };

static atomic_uint pending;
// The process whose thread waits for signals. A forked child has the handler, but not the thread.
static pid_t owner;

static unsigned bit_of(int signal) {
    for (int index = 0; index < signal_count; index++) {
        if (signals[index] == signal) return 1u << index;
    }
    return 0;
}

static void note(int signal) {
    unsigned cancelled = signal == SIGTSTP ? bit_of(SIGCONT) : signal == SIGCONT ? bit_of(SIGTSTP) : 0;
    unsigned before = atomic_load(&pending);
    while (!atomic_compare_exchange_weak(&pending, &before, (before & ~cancelled) | bit_of(signal))) {}
    wakeup_post();
}

// Runs in signal context: async-signal-safe functions and lock-free atomics only.
static void handle(int signal) {
    int saved = errno;
    if (getpid() == owner) {
        note(signal);
    } else if (signal != SIGCONT) {
        lifecycle_act_by_default(signal);
    }
    errno = saved;
}

static struct sigaction our_action(void) {
    struct sigaction action = {0};
    action.sa_handler = handle;
    // On a stack that the program set aside for handlers, if it did: some runtimes insist on it.
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < signal_count; index++) sigaddset(&action.sa_mask, signals[index]);
    return action;
}

static enum lifecycle_disposition disposition_of(const struct sigaction *action) {
    if (action->sa_handler == handle) return lifecycle_disposition_ours;
    if (action->sa_handler == SIG_DFL) return lifecycle_disposition_standard;
    if (action->sa_handler == SIG_IGN) return lifecycle_disposition_ignored;
    return lifecycle_disposition_foreign;
}

enum lifecycle_disposition lifecycle_signal_disposition(int signal) {
    struct sigaction action;
    // A signal that cannot be asked about is none of ours.
    if (sigaction(signal, NULL, &action) != 0) return lifecycle_disposition_foreign;
    return disposition_of(&action);
}

bool lifecycle_prepare_signals(void) {
    owner = getpid();
    return wakeup_prepare();
}

bool lifecycle_take_signal(int signal) {
    struct sigaction ours = our_action();
    return sigaction(signal, &ours, NULL) == 0;
}

int lifecycle_next_signal(int milliseconds) {
    for (;;) {
        unsigned set = atomic_load(&pending);
        while (set != 0) {
            int index = 0;
            while (!(set & 1u << index)) index++;
            if (atomic_compare_exchange_weak(&pending, &set, set & ~(1u << index))) return signals[index];
        }
        if (!wakeup_wait(milliseconds)) return 0;
    }
}

void lifecycle_forget_signal(int signal) {
    atomic_fetch_and(&pending, ~bit_of(signal));
}

bool lifecycle_continue_is_pending(void) {
    if (atomic_load(&pending) & bit_of(SIGCONT)) return true;
    // Sent, but its handler has not begun to run. The calling thread blocks signals, so it can see it.
    sigset_t waiting;
    return sigpending(&waiting) == 0 && sigismember(&waiting, SIGCONT) == 1;
}

static bool is_ours_or_standard(const struct sigaction *action) {
    enum lifecycle_disposition disposition = disposition_of(action);
    return disposition == lifecycle_disposition_ours || disposition == lifecycle_disposition_standard;
}

// Also runs in signal context, in a forked child.
void lifecycle_act_by_default(int signal) {
    struct sigaction standard = {0}, before, found;
    standard.sa_handler = SIG_DFL;
    sigemptyset(&standard.sa_mask);
    if (sigaction(signal, NULL, &before) != 0 || !is_ours_or_standard(&before)) return;

    sigset_t only, mask;
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_BLOCK, &only, &mask);
    sigaction(signal, &standard, &before);
    if (is_ours_or_standard(&before)) {
        raise(signal);
        pthread_sigmask(SIG_UNBLOCK, &only, NULL);
        // The process ends here. Or it stopped, and has been continued.
        pthread_sigmask(SIG_BLOCK, &only, NULL);
    }
    sigaction(signal, &before, &found);
    if (disposition_of(&found) != lifecycle_disposition_standard) {
        // Somebody installed another action in the meantime: theirs it is.
        sigaction(signal, &found, NULL);
    }
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void (*exit_action)(void *);
static void *exit_context;

static void run_exit_action(void) {
    static atomic_int runs;
    static atomic_bool is_done;
    if (getpid() != owner || atomic_load(&is_done)) return;
    // Once more, should the action itself call exit: a C library that lets that call through goes on with the functions
    // that are still registered, and ends the process before the first run is done.
    if (atomic_fetch_add(&runs, 1) == 0) atexit(run_exit_action);
    exit_action(exit_context);
    atomic_store(&is_done, true);
}

bool lifecycle_at_exit(void (*action)(void *context), void *context) {
    static bool registered;
    exit_action = action;
    exit_context = context;
    if (!registered) registered = atexit(run_exit_action) == 0;
    return registered;
}
