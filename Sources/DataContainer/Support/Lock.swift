/// The package's one lock: a value that is reached only while the lock is held.
///
/// It has the shape of the standard library's `Mutex`, which Apple systems have only since a year after the first
/// that this package runs on. On Linux that one inherits priorities: once several threads want it, the kernel hands it from
/// one to the next, and each operation takes a change of threads. ``SystemLock`` does not.
@usableFromInline
struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    /// The system's lock, and the value behind it. Unsafe, but the value is followed only while the lock is held.
    @usableFromInline nonisolated(unsafe) let memory: UnsafeMutableRawPointer

    /// - Parameter isHeldLong: Whether it is held while a disk is waited for. Then whoever waits gets it next: woken while
    ///   the thread that had it takes it again, a waiter would go to sleep again, and cost that thread a call each time.
    @inlinable
    init(_ value: consuming sending Value, isHeldLong: Bool = false) {
        memory = .allocate(
            byteCount: Self.offset + MemoryLayout<Value>.size,
            alignment: max(MemoryLayout<SystemLock.State>.alignment, MemoryLayout<Value>.alignment))
        SystemLock.initialize(
            memory.bindMemory(to: SystemLock.State.self, capacity: 1), isHeldLong: isHeldLong)
        (memory + Self.offset).bindMemory(to: Value.self, capacity: 1).initialize(to: value)
    }

    @inlinable
    deinit {
        value.deinitialize(count: 1)
        SystemLock.destroy(system)
        memory.deallocate()
    }

    @inlinable
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        SystemLock.lock(system)
        defer { SystemLock.unlock(system) }
        return try body(&value.pointee)
    }

    /// Runs `body` unless the lock is held: then it returns `nil`.
    borrowing func withLockIfAvailable<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard SystemLock.tryLock(system) else { return nil }
        defer { SystemLock.unlock(system) }
        return try body(&value.pointee)
    }

    @inlinable @inline(__always)
    static var offset: Int {
        let alignment = MemoryLayout<Value>.alignment
        return (MemoryLayout<SystemLock.State>.size + alignment - 1) & ~(alignment - 1)
    }

    @inlinable @inline(__always)
    var system: UnsafeMutablePointer<SystemLock.State> {
        memory.assumingMemoryBound(to: SystemLock.State.self)
    }

    @inlinable @inline(__always)
    var value: UnsafeMutablePointer<Value> {
        (memory + Self.offset).assumingMemoryBound(to: Value.self)
    }
}
