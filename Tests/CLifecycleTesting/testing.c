#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CLifecycleTesting.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool testing_channel(int ends[2]) {
#if defined(__linux__)
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    for (int index = 0; index < 2; index++) {
        int on = 1;
        fcntl(ends[index], F_SETFD, FD_CLOEXEC);
        setsockopt(ends[index], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
    }
    return true;
#endif
}

bool testing_write(int channel, const void *bytes, size_t count) {
#if defined(__linux__)
    return send(channel, bytes, count, MSG_NOSIGNAL) == (ssize_t)count;
#else
    return write(channel, bytes, count) == (ssize_t)count;
#endif
}

pid_t testing_spawn(const char *path, int input, int output, int control) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, control, 3);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);

    // The leak checker looks at a process at its exit as a debugger does, which a stop at that moment confuses.
    size_t count = 0;
    while (environ[count]) count++;
    char **environment = calloc(count + 2, sizeof *environment);
    if (!environment) return -ENOMEM;
    environment[0] = "ASAN_OPTIONS=detect_leaks=0";
    memcpy(environment + 1, environ, count * sizeof *environment);

    char *arguments[] = {(char *)path, NULL};
    pid_t process = 0;
    int result = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
    free(environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return result == 0 ? process : -result;
}

// Async-signal-safe, unlike printf.
static void say(const char *words, int number) {
    char line[64];
    size_t length = strlen(words);
    memcpy(line, words, length);
    char digits[16];
    int count = 0;
    do {
        digits[count++] = '0' + number % 10;
        number /= 10;
    } while (number > 0);
    line[length++] = ' ';
    while (count > 0) line[length++] = digits[--count];
    line[length++] = '\n';
    if (write(1, line, length) < 0) _exit(99);
}

static struct sigaction previous[65];

static void call_previous(int signal) {
    void (*handler)(int) = previous[signal].sa_handler;
    if (handler != SIG_DFL && handler != SIG_IGN) handler(signal);
}

static void plain(int signal) {
    say("handled", signal);
}

static void chain(int signal) {
    say("handled", signal);
    call_previous(signal);
}

static void install(int signal, void (*handler)(int), struct sigaction *old) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, old);
}

static void restore_terminal(int signal) {
    say("restored", signal);
    sigaction(signal, &previous[signal], NULL);
    raise(signal);
}

static void return_to_terminal(int signal) {
    say("raw", signal);
    install(SIGTSTP, restore_terminal, NULL);
    call_previous(signal);
}

static void give_back(int signal) {
    say("handled", signal);
    install(signal, SIG_DFL, NULL);
    call_previous(signal);
}

void testing_handle(int number, enum testing_handler kind) {
    void (*handler)(int) = SIG_DFL;
    switch (kind) {
    case testing_handler_ignore: handler = SIG_IGN; break;
    case testing_handler_standard: handler = SIG_DFL; break;
    case testing_handler_plain: handler = plain; break;
    case testing_handler_chain: handler = chain; break;
    case testing_handler_terminal: handler = number == SIGCONT ? return_to_terminal : restore_terminal; break;
    case testing_handler_give_back: handler = give_back; break;
    }
    install(number, handler, &previous[number]);
}

void testing_block(int signal) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

pid_t testing_fork(int status) {
    pid_t process = fork();
    if (process != 0) return process;
    if (status >= 0) exit(status);
    // Gone in any case, should the test fail before it ends this process.
    alarm(120);
    say("forked", getpid());
    // Not pause: the thread sanitizer holds signals back in what it does not know to wait.
    for (;;) poll(NULL, 0, -1);
}

void testing_continue_in_new_session(void) {
    pid_t process = fork();
    if (process == 0) {
        setsid();
        return;
    }
    waitpid(process, NULL, 0);
    _exit(0);
}

void testing_report(pid_t process) {
    int status = 0, number = 0;
    if (waitpid(process, &status, WUNTRACED) != process) return say("child lost", 0);
    if (testing_exited(status, &number)) say("child exited", number);
    if (testing_killed(status, &number)) say("child killed", number);
    if (testing_stopped(status, &number)) say("child stopped", number);
}

bool testing_has_thread_sanitizer(void) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return true;
#endif
#endif
    return false;
}

bool testing_exited(int status, int *code) {
    if (!WIFEXITED(status)) return false;
    *code = WEXITSTATUS(status);
    return true;
}

bool testing_killed(int status, int *signal) {
    if (!WIFSIGNALED(status)) return false;
    *signal = WTERMSIG(status);
    return true;
}

bool testing_stopped(int status, int *signal) {
    if (!WIFSTOPPED(status)) return false;
    *signal = WSTOPSIG(status);
    return true;
}
