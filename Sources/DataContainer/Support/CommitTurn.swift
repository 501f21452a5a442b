import Dispatch

/// A turn that one thread has at a time, and that others can wait for with a bound.
///
/// It is held while a store reads or writes; a lock that cannot give up waiting would let one stuck disk keep a
/// process from ending.
final class CommitTurn: Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    private let holder = Lock<UInt>(0)

    enum Entrance {
        case entered
        /// This thread has the turn already: a store's code called back.
        case reentered
        case timedOut
    }

    /// Takes the turn, waiting no longer than `timeout` seconds (`nil`: as long as it takes).
    func enter(timeout: Double? = nil) -> Entrance {
        let thread = currentThread
        if holder.withLock({ $0 == thread }) { return .reentered }
        if let timeout {
            guard semaphore.wait(timeout: .now() + timeout) == .success else { return .timedOut }
        } else {
            semaphore.wait()
        }
        holder.withLock { $0 = thread }
        return .entered
    }

    /// Gives the turn back, on the thread that took it.
    func leave() {
        holder.withLock { $0 = 0 }
        semaphore.signal()
    }
}
