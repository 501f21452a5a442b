#if canImport(Darwin)
public import os

/// The system's lock, in memory that does not move.
@usableFromInline
enum SystemLock {
    @usableFromInline typealias State = os_unfair_lock

    @inlinable
    static func initialize(_ state: UnsafeMutablePointer<State>, isHeldLong: Bool) {
        state.initialize(to: os_unfair_lock())
    }

    @inlinable
    static func lock(_ state: UnsafeMutablePointer<State>) {
        os_unfair_lock_lock(state)
    }

    static func tryLock(_ state: UnsafeMutablePointer<State>) -> Bool {
        os_unfair_lock_trylock(state)
    }

    @inlinable
    static func unlock(_ state: UnsafeMutablePointer<State>) {
        os_unfair_lock_unlock(state)
    }

    @inlinable
    static func destroy(_ state: UnsafeMutablePointer<State>) {}
}
#else
#if canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#endif

/// The system's lock, in memory that does not move.
///
/// With glibc, one that is held for some nanoseconds is of the kind that tries for a moment before it sleeps. One that is
/// held long inherits priorities, which the kernel does by handing it from thread to thread.
@usableFromInline
enum SystemLock {
    @usableFromInline typealias State = pthread_mutex_t

    @inlinable
    static func initialize(_ state: UnsafeMutablePointer<State>, isHeldLong: Bool) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        #if canImport(Glibc)
        if isHeldLong {
            pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT))
        } else {
            pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        }
        #endif
        // A system may have no locks that inherit priorities.
        if pthread_mutex_init(state, &attributes) != 0 { pthread_mutex_init(state, nil) }
        pthread_mutexattr_destroy(&attributes)
    }

    @inlinable
    static func lock(_ state: UnsafeMutablePointer<State>) {
        pthread_mutex_lock(state)
    }

    static func tryLock(_ state: UnsafeMutablePointer<State>) -> Bool {
        pthread_mutex_trylock(state) == 0
    }

    @inlinable
    static func unlock(_ state: UnsafeMutablePointer<State>) {
        pthread_mutex_unlock(state)
    }

    @inlinable
    static func destroy(_ state: UnsafeMutablePointer<State>) {
        pthread_mutex_destroy(state)
    }
}
#endif
