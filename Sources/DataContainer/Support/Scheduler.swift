import Dispatch

/// Runs work later. Tests put their own in its place, to decide when "later" is.
protocol Scheduler: Sendable {
    /// Runs `work` once, as soon as it can, on a thread of the scheduler's; works of one scheduler run in their order.
    func perform(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` once, on a thread of the scheduler's, not before `delay` has passed.
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void)
}

/// A scheduler that runs work on a serial queue of its own.
struct QueueScheduler: Scheduler {
    private let queue = DispatchQueue(label: "DataContainer", qos: .utility)

    func perform(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        // Capped at some centuries, which Dispatch's nanoseconds can still express.
        let seconds = min(max(0, delay / .seconds(1)), 9e9)
        let interval = DispatchTimeInterval.nanoseconds(Int(seconds * 1e9))
        queue.asyncAfter(deadline: .now() + interval, execute: work)
    }
}
