#if canImport(Darwin)
/// A value behind a lock that many threads read.
@usableFromInline
struct ValueCell<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline let lock: Lock<Value>

    @inlinable
    init(_ value: Value) {
        lock = Lock(value)
    }

    /// The value.
    @inlinable
    borrowing func load() -> Value {
        lock.withLock { $0 }
    }

    /// Runs `body` on the value while nobody else does.
    @inlinable
    borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        lock.withLock { body(&$0) }
    }
}
#else
public import Synchronization

/// A value behind a lock that many threads read.
///
/// A value that is one machine word of plain bits (an `Int`, a `Double`, a `Bool`, a `Date`) is read without the lock,
/// from a copy that every write brings up to date: threads that read the same value do not hold each other up. Any other
/// value contains references, whose counts two threads have to change one after the other, or needs several reads.
@usableFromInline
struct ValueCell<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline let lock: Lock<Value>
    @usableFromInline let word: Atomic<UInt64>

    /// Whether the value is one word of plain bits. The compiler knows it where it knows the type.
    @inlinable @inline(__always)
    static var isWord: Bool {
        _isPOD(Value.self) && MemoryLayout<Value>.size <= 8 && MemoryLayout<Value>.alignment <= 8
    }

    @inlinable
    init(_ value: Value) {
        lock = Lock(value)
        word = Atomic(Self.isWord ? Self.bits(value) : 0)
    }

    /// The value.
    @inlinable
    borrowing func load() -> Value {
        guard Self.isWord else { return lock.withLock { $0 } }
        let bits = word.load(ordering: .acquiring)
        return withUnsafeBytes(of: bits) { $0.load(as: Value.self) }
    }

    /// Runs `body` on the value while nobody else does.
    @inlinable
    borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        lock.withLock { value in
            // With the lock held, so that the copies follow each other as the values do.
            defer { if Self.isWord { word.store(Self.bits(value), ordering: .releasing) } }
            return body(&value)
        }
    }

    @inlinable
    static func bits(_ value: Value) -> UInt64 {
        var bits: UInt64 = 0
        withUnsafeMutableBytes(of: &bits) { bits in
            withUnsafeBytes(of: value) { bits.copyMemory(from: $0) }
        }
        return bits
    }
}
#endif
