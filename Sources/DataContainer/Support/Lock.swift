#if canImport(Darwin)
public import os

/// The package's one lock: a value that is reached only while the lock is held.
///
/// It has the shape of the standard library's `Mutex`, which Apple systems have only since a year after the first
/// that this package runs on.
@usableFromInline
struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let lock = OSAllocatedUnfairLock()
    // Unsafe, but followed only while `lock` is held.
    @usableFromInline nonisolated(unsafe) let value: UnsafeMutablePointer<Value>

    @inlinable
    init(_ value: consuming sending Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    @inlinable
    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
    }

    @inlinable
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
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
