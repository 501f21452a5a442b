import CPeers
import Dispatch
import Foundation
import Synchronization

/// Threads that do the same work at the same time.
enum Crew {
    /// Lets so many threads do `work` for some time. By time and not by number, since a lock that many threads want can
    /// be a thousand times slower in one sample than in another.
    ///
    /// - Parameters:
    ///   - threads: How many threads.
    ///   - seconds: For how long.
    ///   - work: Does the work so many times.
    /// - Returns: The time that an operation took, in nanoseconds, when the operations of all threads are counted.
    static func measure(
        _ threads: Int, seconds: Double, _ work: @escaping @Sendable (Int) -> Void
    ) -> Double {
        let crew = State()
        for number in 0..<threads {
            Thread.detachNewThread {
                // Otherwise the system may let two short-lived threads share a processor while another one is idle.
                peers_stay_on_processor(Int32(number))
                crew.ready.signal()
                crew.start.wait()
                var count = 0
                while !crew.isOver.load(ordering: .relaxed) {
                    work(batch)
                    count += batch
                }
                crew.count.add(count, ordering: .relaxed)
                crew.done.signal()
            }
        }
        for _ in 0..<threads { crew.ready.wait() }
        let begin = now()
        for _ in 0..<threads { crew.start.signal() }
        // The length of the measurement: nothing is waited for.
        Thread.sleep(forTimeInterval: seconds)
        crew.isOver.store(true, ordering: .relaxed)
        for _ in 0..<threads { crew.done.wait() }
        return Double(now() - begin) / Double(crew.count.load(ordering: .relaxed))
    }

    /// How often the work is done between two looks at the clock.
    private static let batch = 50

    private final class State: Sendable {
        let ready = DispatchSemaphore(value: 0)
        let start = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let isOver = Atomic(false)
        let count = Atomic(0)
    }
}
