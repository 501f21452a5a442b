import Dispatch
import Foundation
import Synchronization
import Testing

@testable import DataContainer

/// What is read without a lock is what was last written.
@Suite struct ValueCellTests {
    enum Size: Sendable, CaseIterable { case small, large }

    // Types of one word of plain bits, shorter ones, a longer one, and ones that hold references.
    @Test("A value comes back as it was written")
    func roundTrip() {
        check(Int.min, .max, 0)
        check(UInt64.max, 0)
        check(Int8.min, -1, 1)
        check(true, false)
        check(-0.0, Double.infinity, .leastNonzeroMagnitude)
        check(Float.pi, 0)
        check(Date(timeIntervalSinceReferenceDate: -1.25), .distantFuture)
        check(Size.small, .large)
        check(Int?.some(.min), nil, .some(-1))
        check(Int32?.some(-1), nil, .some(0))
        check((1...3).map(String.init), [], ["a text that needs memory of its own"])
        check("a text that needs memory of its own", "")
    }

    private func check<Value: Equatable & Sendable>(_ first: Value, _ others: Value...) {
        let cell = ValueCell(first)
        let atFirst = cell.load()
        #expect(atFirst == first)
        for value in others {
            cell.withLock { $0 = value }
            let (copy, original) = (cell.load(), cell.withLock { $0 })
            #expect(copy == value)
            #expect(original == value)
        }
    }

    #if !canImport(Darwin)
    @Test("Only what is one word of plain bits is read without the lock: a reference could be released meanwhile")
    func words() {
        #expect(ValueCell<Int>.isWord && ValueCell<Bool>.isWord && ValueCell<Date>.isWord && ValueCell<Int32?>.isWord)
        #expect(!ValueCell<[Int]>.isWord && !ValueCell<Log<Int>>.isWord && !ValueCell<Log<Int>?>.isWord)
        #expect(!ValueCell<Int?>.isWord && !ValueCell<String>.isWord && !ValueCell<SIMD2<Double>>.isWord)
    }
    #endif

    @Test("Reads never go back while others write, and no write is lost")
    func order() {
        let shared = Shared()
        let (writers, readers) = (DispatchGroup(), DispatchGroup())
        let began = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            Thread.run(in: readers) {
                var last = shared.cell.load()
                began.signal()
                while !shared.isOver.load(ordering: .acquiring) {
                    let present = shared.cell.load()
                    if present < last { shared.wentBack.store(true, ordering: .relaxed) }
                    last = present
                }
            }
        }
        for _ in 0..<2 { began.wait() }
        for _ in 0..<2 {
            Thread.run(in: writers) {
                for _ in 0..<20_000 { shared.cell.withLock { $0 += 1 } }
            }
        }
        writers.wait()
        shared.isOver.store(true, ordering: .releasing)
        readers.wait()
        let (wentBack, sum) = (shared.wentBack.load(ordering: .relaxed), shared.cell.load())
        #expect(!wentBack)
        #expect(sum == 40_000)
    }
}

private final class Shared: Sendable {
    let cell = ValueCell(0)
    let isOver = Atomic(false)
    let wentBack = Atomic(false)
}

extension Thread {
    /// Runs `work` on a new thread, and has `group` wait for its end.
    fileprivate static func run(in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            work()
            group.leave()
        }
    }
}
