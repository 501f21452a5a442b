// What the lifecycle tests and their child process need and Swift does not offer: starting a process with a given
// signal state, signal handlers of a program's own, and fork.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Starts a program in a process group of its own, with every signal at its default and none blocked.
// `input`, `output` and `control` become its descriptors 0, 1 and 3. Zero or less: it could not be started.
pid_t testing_spawn(const char *path, int input, int output, int control);

// The two ends of a channel that no other program inherits.
bool testing_channel(int ends[2]);

// Writes to a channel; false, and no SIGPIPE, if nobody holds its other end.
bool testing_write(int channel, const void *bytes, size_t count);

// How a program acts on a signal itself. Each handler writes a line to descriptor 1.
enum testing_handler {
    testing_handler_ignore,
    testing_handler_standard,
    // Writes "handled N".
    testing_handler_plain,
    // Writes "handled N", and calls the handler that was installed before.
    testing_handler_chain,
    // Writes "restored N", reinstates what was installed before, and raises the signal again: what a program does that
    // has to restore a terminal first. For SIGCONT: writes "raw", installs the handler of SIGTSTP again, and chains.
    testing_handler_terminal,
    // Writes "handled N", and gives the signal back to the system while it is dealt with by what was installed before.
    testing_handler_give_back,
};
void testing_handle(int signal, enum testing_handler handler);
void testing_block(int signal);

// Forks. The new process writes "forked PID" and waits for signals, or ends with `status` if that is not negative.
pid_t testing_fork(int status);

// Forks and goes on in the new process, in a session of its own: an orphaned process group. The old one waits for it,
// and ends with it.
void testing_continue_in_new_session(void);

// Waits for a change of a process, and writes "child exited N", "child killed N" or "child stopped N".
void testing_report(pid_t process);

bool testing_has_thread_sanitizer(void);

// What waitpid's status says.
bool testing_exited(int status, int *code);
bool testing_killed(int status, int *signal);
bool testing_stopped(int status, int *signal);
