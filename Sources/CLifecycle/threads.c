#include "CLifecycle.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

bool lifecycle_start_thread(void (*body)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start) return false;
    start->body = body;
    start->context = context;

    // Faults stay unblocked: the kernel kills a thread that blocks them without asking a crash reporter. So does the
    // signal of a profiler.
    static const int unblocked[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t index = 0; index < sizeof unblocked / sizeof *unblocked; index++) sigdelset(&blocked, unblocked[index]);

    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // As much as a main thread has: users' encoders run on these threads, and some libraries give 128 KiB.
    pthread_attr_setstacksize(&attributes, 8 << 20);
#if defined(__APPLE__)
    pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_USER_INITIATED, 0);
#endif

    pthread_t thread;
    // A new thread inherits the mask, so there is no moment in which it could take a signal.
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    int result = pthread_create(&thread, &attributes, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (result != 0) free(start);
    return result == 0;
}
