import Testing

@testable import DataContainer

@Suite("A lock gives its value to one at a time, and lets go of it")
struct LockTests {
    private final class Object: Sendable {}
    private struct Stop: Error {}

    @Test func valueIsReleasedWithTheLock() {
        weak var first: Object?
        weak var second: Object?
        do {
            let lock = Lock(Object(), isHeldLong: true)
            first = lock.withLock { $0 }
            #expect(first != nil)
            lock.withLock { $0 = Object() }
            #expect(first == nil)
            second = lock.withLock { $0 }
            #expect(second != nil)
        }
        #expect(second == nil)
    }

    @Test func valueLiesAsItsTypeHasTo() {
        func check<Value: Sendable>(_ value: Value) {
            let lock = Lock(value)
            let address = lock.withLock { value in withUnsafePointer(to: &value) { UInt(bitPattern: $0) } }
            #expect(address.isMultiple(of: UInt(MemoryLayout<Value>.alignment)), "\(Value.self)")
        }
        check(true)
        check(1.5)
        check(SIMD4<Float>(repeating: 1))
        check(SIMD8<Double>(repeating: 1))
    }

    @Test func lockThatIsHeldIsNotAvailable() {
        let holder = Holder()
        let (begin, end) = (Gate("the lock is held"), Gate("the lock is given back"))
        let done = onThread("holder") {
            holder.lock.withLock { value in
                begin.open()
                end.wait()
                value = 2
            }
        }
        begin.wait()
        #expect(holder.lock.withLockIfAvailable { $0 } == nil)
        end.open()
        done.wait()
        #expect(holder.lock.withLockIfAvailable { $0 } == 2)
        #expect(throws: Stop.self) { try holder.lock.withLockIfAvailable { _ in throw Stop() } }
        #expect(throws: Stop.self) { try holder.lock.withLock { _ in throw Stop() } }
        #expect(holder.lock.withLockIfAvailable { $0 } == 2)
    }

    private final class Holder: Sendable {
        let lock = Lock(1)
    }
}
