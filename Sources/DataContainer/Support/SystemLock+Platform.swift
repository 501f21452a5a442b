#if canImport(Darwin)
public import os

/// The system's lock, in memory that does not move.
@usableFromInline
enum SystemLock {
    @usableFromInline typealias State = os_unfair_lock

    @inlinable
    static func initialize(_ state: UnsafeMutablePointer<State>) {
        state.initialize(to: os_unfair_lock())
    }

    @inlinable
    static func lock(_ state: UnsafeMutablePointer<State>) {
        os_unfair_lock_lock(state)
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
/// With glibc it is the kind that tries for a moment before it sleeps: what it guards here takes some nanoseconds.
@usableFromInline
enum SystemLock {
    @usableFromInline typealias State = pthread_mutex_t

    @inlinable
    static func initialize(_ state: UnsafeMutablePointer<State>) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        #if canImport(Glibc)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        #endif
        pthread_mutex_init(state, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    @inlinable
    static func lock(_ state: UnsafeMutablePointer<State>) {
        pthread_mutex_lock(state)
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
