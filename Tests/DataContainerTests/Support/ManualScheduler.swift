import Foundation

@testable import DataContainer

/// A scheduler whose clock a test moves by hand, so that "10 milliseconds later" is when the test says so.
final class ManualScheduler: Scheduler {
    private struct Work {
        var time: Duration
        var run: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        /// What runs as soon as it can, in its order.
        var immediate: [@Sendable () -> Void] = []
        var timed: [Work] = []

        mutating func next(until end: Duration) -> (@Sendable () -> Void)? {
            if !immediate.isEmpty { return immediate.removeFirst() }
            guard let next = timed.indices.min(by: { timed[$0].time < timed[$1].time }), timed[next].time <= end else {
                now = end
                return nil
            }
            now = max(now, timed[next].time)
            return timed.remove(at: next).run
        }
    }

    private let state = Lock(State())

    func perform(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.immediate.append(work) }
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.timed.append(Work(time: $0.now + delay, run: work)) }
    }

    /// How long from now the next work is due; `nil` if there is none.
    var nextDelay: Duration? {
        state.withLock { state in state.timed.map { $0.time - state.now }.min() }
    }

    var isIdle: Bool { nextDelay == nil }

    /// Moves the clock and runs what is due, also what that work schedules within the time.
    func advance(by duration: Duration) {
        let end = state.withLock { $0.now + duration }
        while let work = state.withLock({ $0.next(until: end) }) { work() }
    }

    /// Makes containers that use this scheduler.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try SchedulerChoice.$current.withValue(self, operation: body)
    }
}
