// What a lifecycle source on Unix needs and Swift cannot express: a signal handler. A handler may interrupt any
// instruction, so it must touch nothing that is initialized lazily, reference counted, checked for exclusive access or
// allocated. C gives static storage and lock-free atomics without any of that. Everything that decides is in Swift.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Who acts on a signal now.
enum lifecycle_disposition {
    lifecycle_disposition_ours,      // the handler of this file
    lifecycle_disposition_standard,  // SIG_DFL
    lifecycle_disposition_ignored,   // SIG_IGN
    lifecycle_disposition_foreign,   // somebody else's handler
};

enum lifecycle_disposition lifecycle_signal_disposition(int signal);

// Gets ready to note signals in this process. To be called before anything else here, by one thread; again if a later
// step failed.
bool lifecycle_prepare_signals(void);

// Installs the handler for one of SIGHUP, SIGINT, SIGTERM, SIGTSTP and SIGCONT.
bool lifecycle_take_signal(int signal);

// The next signal that arrived; waits for it. Zero if none did in so many milliseconds (negative: no limit).
// A signal that arrives twice before it is asked for counts once; SIGTSTP and SIGCONT cancel each other, as they do
// in the kernel. Signals that end the process come first. For one thread only.
int lifecycle_next_signal(int milliseconds);

// Forgets that a signal has arrived.
void lifecycle_forget_signal(int signal);

// Whether a SIGCONT has arrived that `lifecycle_next_signal` has not yet returned.
bool lifecycle_continue_is_pending(void);

// Does what the signal does when nobody handles it, provided that nobody but us does, on the calling thread and
// before it returns: ends or stops the process. When the process lives on, because it was stopped and continued or
// because the kernel ignores the signal (a stop in an orphaned process group, an end of a container's first
// process), the handler is installed again unless another has been meanwhile.
void lifecycle_act_by_default(int signal);

// Calls `action` once when the process ends normally, in this process only: not in one forked from it.
bool lifecycle_at_exit(void (*action)(void *context), void *context);

// Starts a thread that no signal is handled on, save those that a fault of its own raises.
bool lifecycle_start_thread(void (*body)(void *context), void *context);
