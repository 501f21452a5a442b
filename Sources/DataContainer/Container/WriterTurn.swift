import Dispatch

/// Whose turn it is to write, and who waits for it: the rule that one writer at a time changes a container.
///
/// A pure state machine: its owner calls it under a lock and does afterwards, without the lock, what it says. A plain
/// setter needs no turn while the turn is free, since it changes memory under that same lock. In-place mutations and
/// transactions hold the turn while a user's code runs.
@usableFromInline
struct WriterTurn: Sendable {
    /// Who runs: a task, whichever thread it is on, or else a thread.
    @usableFromInline
    struct Owner: Sendable, Equatable {
        var task: UInt
        var thread: UInt

        @usableFromInline
        static func == (left: Owner, right: Owner) -> Bool {
            left.task == right.task && (left.task != 0 || left.thread == right.thread)
        }
    }

    /// What the turn is wanted for: the writing of one property, or a transaction.
    enum Purpose: Sendable, Equatable {
        case property(ObjectIdentifier)
        case transaction
    }

    private struct Holder: Sendable {
        var owner: Owner
        var purpose: Purpose
        /// Tells this holding of the turn from every other.
        var number: UInt64
        /// In-place mutations that the holder began inside its first one.
        var nested: [Purpose] = []

        /// Whether a transaction's body runs, perhaps inside an in-place mutation.
        var isInTransaction: Bool { isBusy(with: .transaction) }

        func isBusy(with purpose: Purpose) -> Bool {
            self.purpose == purpose || nested.contains(purpose)
        }
    }

    /// The answer to a request for the turn.
    enum Grant {
        /// The turn is the caller's until it calls ``release(_:by:)``.
        case granted
        /// Wait for this, then ask again.
        case wait(Waiting)
        /// The caller is inside an in-place mutation of this very property: a programming error.
        case overlapsItself
        /// The caller is inside a transaction's body: a programming error.
        case insideTransaction
    }

    /// What became of the mutation that ends.
    enum Ending {
        /// The turn was still held. Wake this waiter, if there is one.
        case held(DispatchSemaphore?)
        /// The turn had been taken away while the mutation was suspended: get it again before storing the result.
        case takenAway
    }

    /// A writer's place in the queue for the turn.
    struct Waiting: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        /// The holding of the turn that it waits for.
        let number: UInt64
        /// Whether that may be suspended, so that waiting for it must have an end.
        let hasLimit: Bool
    }

    private var holder: Holder?
    private var suspended: [Holder] = []
    private var waiters: [Waiting] = []
    private var lastNumber: UInt64 = 0

    /// Whether nobody is writing at length, so that a setter may write at once.
    var isFree: Bool { holder == nil }

    /// How many writers wait for the turn.
    var waiterCount: Int { waiters.count }

    /// Whether `owner` is inside an in-place mutation of the property, or inside a transaction.
    func isBusy(with purpose: Purpose, by owner: Owner) -> Bool {
        guard let holder, holder.owner == owner else { return false }
        return holder.isInTransaction || holder.isBusy(with: purpose)
    }

    /// Asks for the turn.
    ///
    /// A mutation may suspend (`await f(&state.items)`), and then waiting for it on the thread or the actor that it needs
    /// to resume would be a deadlock. A writer that comes along on the thread where it began, but in another task, proves
    /// that it has suspended; elsewhere, waiting for a task's mutation too long is taken for it. The turn is then taken
    /// away from the mutation. It stores its result when it ends, over what was written meanwhile.
    ///
    /// - Parameter waited: The wait that has ended; `nil` the first time.
    mutating func request(_ purpose: Purpose, by owner: Owner, after waited: Waiting? = nil) -> Grant {
        if let waited { waiters.removeAll { $0.semaphore === waited.semaphore } }
        guard let present = holder else {
            hold(purpose, owner)
            return .granted
        }
        if present.owner == owner {
            if present.isInTransaction { return .insideTransaction }
            if present.isBusy(with: purpose) { return .overlapsItself }
            holder!.nested.append(purpose)
            return .granted
        }
        let isOutOfPatience = waited.map { $0.hasLimit && $0.number == present.number } ?? false
        if present.owner.thread == owner.thread || isOutOfPatience {
            suspended.append(present)
            hold(purpose, owner)
            return .granted
        }
        let waiting = Waiting(
            number: present.number, hasLimit: present.owner.task != 0 && present.purpose != .transaction)
        if waited == nil {
            waiters.append(waiting)
        } else {
            waiters.insert(waiting, at: 0)
        }
        return .wait(waiting)
    }

    private mutating func hold(_ purpose: Purpose, _ owner: Owner) {
        lastNumber += 1
        holder = Holder(owner: owner, purpose: purpose, number: lastNumber)
    }

    /// Gives the turn back.
    mutating func release(_ purpose: Purpose, by owner: Owner) -> Ending {
        if holder?.owner == owner, holder!.isBusy(with: purpose) {
            if let index = holder!.nested.lastIndex(of: purpose) {
                holder!.nested.remove(at: index)
                return .held(nil)
            }
            if let outer = holder!.nested.popLast() {
                // The first mutation ends before one begun inside it: only possible with a hand-driven coroutine.
                holder!.purpose = outer
                return .held(nil)
            }
            holder = nil
            return .held(nextWaiter())
        }
        if let index = suspended.lastIndex(where: { $0.owner == owner && $0.isBusy(with: purpose) }) {
            if let nested = suspended[index].nested.lastIndex(of: purpose) {
                suspended[index].nested.remove(at: nested)
            } else if let outer = suspended[index].nested.popLast() {
                suspended[index].purpose = outer
            } else {
                suspended.remove(at: index)
            }
        }
        return .takenAway
    }

    /// Each release wakes one waiter, which wakes the next when it has had its turn.
    private mutating func nextWaiter() -> DispatchSemaphore? {
        waiters.isEmpty ? nil : waiters.removeFirst().semaphore
    }
}
