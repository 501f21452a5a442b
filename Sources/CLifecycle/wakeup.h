// A semaphore that a signal handler may post. Not a pipe: a program that closes every descriptor it does not know (many
// daemons do) would make the handler write into whatever file gets that number next.
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <time.h>

#if defined(__APPLE__)
#include <mach/mach.h>

// sem_init is not implemented there, and a Mach semaphore is posted by a single trap.
static semaphore_t wakeup;

static bool wakeup_prepare(void) {
    return semaphore_create(mach_task_self(), &wakeup, SYNC_POLICY_FIFO, 0) == KERN_SUCCESS;
}

static void wakeup_post(void) {
    semaphore_signal(wakeup);
}

// Whether it was posted; false also when the wait was merely interrupted and has a limit.
static bool wakeup_wait(int milliseconds) {
    if (milliseconds < 0) {
        while (semaphore_wait(wakeup) == KERN_ABORTED) {}
        return true;
    }
    mach_timespec_t limit = {milliseconds / 1000, (milliseconds % 1000) * 1000000};
    return semaphore_timedwait(wakeup, limit) == KERN_SUCCESS;
}
#else
#include <semaphore.h>

static sem_t wakeup;

static bool wakeup_prepare(void) {
    return sem_init(&wakeup, 0, 0) == 0;
}

// On the list of async-signal-safe functions: POSIX.1-2024, System Interfaces, 2.4.3.
static void wakeup_post(void) {
    sem_post(&wakeup);
}

static bool wakeup_wait(int milliseconds) {
    if (milliseconds < 0) {
        while (sem_wait(&wakeup) != 0 && errno == EINTR) {}
        return true;
    }
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += milliseconds / 1000;
    limit.tv_nsec += (milliseconds % 1000) * 1000000L;
    if (limit.tv_nsec >= 1000000000L) {
        limit.tv_sec += 1;
        limit.tv_nsec -= 1000000000L;
    }
    int result;
    while ((result = sem_timedwait(&wakeup, &limit)) != 0 && errno == EINTR) {}
    return result == 0;
}
#endif
