#if canImport(Darwin)
@usableFromInline internal import os

/// The package's one lock: a value that is reached only while the lock is held.
///
/// It has the shape of the standard library's `Mutex`, which Apple systems have only since a year after the first
/// that this package runs on.
@usableFromInline
struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let storage: Storage

    @usableFromInline
    final class Storage: @unchecked Sendable {
        // Unchecked, because `value` is touched only between locking and unlocking `lock`.
        @usableFromInline let lock = OSAllocatedUnfairLock()
        @usableFromInline var value: Value

        @usableFromInline
        init(_ value: consuming Value) {
            self.value = value
        }
    }

    @usableFromInline
    init(_ value: consuming sending Value) {
        storage = Storage(value)
    }

    @usableFromInline
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.value)
    }
}
#else
public import CThreadSanitizer
public import Synchronization

/// The package's one lock: a value that is reached only while the lock is held.
@usableFromInline
struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>

    @inlinable
    init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    @inlinable
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value) throws(Failure) -> sending Result in
            // By the mutex's address: the sanitizer takes `&value` itself for an access, before the lock is known to it.
            withUnsafePointer(to: mutex) { thread_sanitizer_acquire(UnsafeMutableRawPointer(mutating: $0)) }
            defer { withUnsafePointer(to: mutex) { thread_sanitizer_release(UnsafeMutableRawPointer(mutating: $0)) } }
            return try body(&value)
        }
    }
}
#endif
