// Tells the thread sanitizer of a lock that it cannot see by itself: the standard library's Mutex is compiled into
// the toolchain without instrumentation. The symbols exist only in a process built with -sanitize=thread; elsewhere
// each call costs one test of an address. Source: compiler-rt, include/sanitizer/tsan_interface.h.
#pragma once

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static inline __attribute__((always_inline)) void thread_sanitizer_acquire(void *address) {
    if (__tsan_acquire) __tsan_acquire(address);
}

static inline __attribute__((always_inline)) void thread_sanitizer_release(void *address) {
    if (__tsan_release) __tsan_release(address);
}
