public import DataContainer
internal import Foundation

/// A store that fails, or waits, when a test tells it to; otherwise it does what the store behind it does.
///
/// ```swift
/// let store = FaultyStore()
/// store.failCommits(2, with: StoreError(.full, "no room"))
/// let state = AppState(store: store, saving: .immediately)
/// state.launches = 1                       // stays pending
/// ```
///
/// Every function may be called from any thread.
public final class FaultyStore: Store, @unchecked Sendable {
    // Unchecked, because the variables are touched only while `condition` is locked.
    private let condition = NSCondition()
    private var loadFaults = Faults()
    private var commitFaults = Faults()
    private var recordedLoads: [[String]?] = []
    private var recordedCommits: [Commit] = []
    private var isHolding = false
    private var held = 0

    /// The store behind this one.
    public let base: any Store

    /// A commit that was asked for.
    public struct Commit: Sendable {
        /// What was to be set, removed and expected.
        public let changes: ChangeSet
        /// What it was to survive.
        public let durability: Durability
    }

    private struct Faults {
        var remaining = 0
        var error = StoreError(.inputOutput, "")

        mutating func next() -> StoreError? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            return error
        }
    }

    /// Makes a store that works until it is told to fail.
    ///
    /// - Parameter base: The store behind it; a new one in memory if left out.
    public init(_ base: any Store = MemoryStore()) {
        self.base = base
    }

    /// Makes the next loads fail.
    ///
    /// - Parameters:
    ///   - count: How many. Replaces what was asked for before; zero makes loads work again.
    ///   - error: The error that they throw.
    public func failLoads(_ count: Int = .max, with error: StoreError = StoreError(.inputOutput, "A test wants it.")) {
        condition.withLock { loadFaults = Faults(remaining: count, error: error) }
    }

    /// Makes the next commits fail. They change nothing.
    ///
    /// - Parameters:
    ///   - count: How many. Replaces what was asked for before; zero makes commits work again.
    ///   - error: The error that they throw.
    public func failCommits(
        _ count: Int = .max, with error: StoreError = StoreError(.inputOutput, "A test wants it.")
    ) {
        condition.withLock { commitFaults = Faults(remaining: count, error: error) }
    }

    /// Makes loads and commits work again.
    public func mend() {
        failLoads(0)
        failCommits(0)
    }

    /// Makes commits wait, before they do anything, until ``releaseCommits()``.
    public func holdCommits() {
        condition.withLock { isHolding = true }
    }

    /// Lets the waiting commits and all later ones go on.
    public func releaseCommits() {
        condition.withLock { isHolding = false }
        condition.broadcast()
    }

    /// Waits until at least so many commits are being held.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - seconds: How long to wait at most.
    /// - Returns: Whether they came in time.
    public func waitForHeldCommits(_ count: Int = 1, seconds: Double = 10) -> Bool {
        wait(seconds: seconds) { held >= count }
    }

    /// Waits until so many commits were asked for, whether they succeeded or not.
    ///
    /// - Parameters:
    ///   - count: How many, from the beginning.
    ///   - seconds: How long to wait at most.
    /// - Returns: Whether they came in time.
    public func waitForCommits(_ count: Int, seconds: Double = 10) -> Bool {
        wait(seconds: seconds) { recordedCommits.count >= count }
    }

    /// The keys of every load that was asked for, in order; those that failed too.
    public var loads: [[String]?] {
        condition.withLock { recordedLoads }
    }

    /// Every commit that was asked for, in order; those that failed or are held too.
    public var commits: [Commit] {
        condition.withLock { recordedCommits }
    }

    private func wait(seconds: Double, _ isReached: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isReached() {
                if !condition.wait(until: deadline) { return isReached() }
            }
            return true
        }
    }
}

extension FaultyStore {
    /// Reads entries from the store behind, or fails.
    public func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        let fault = condition.withLock {
            recordedLoads.append(keys)
            condition.broadcast()
            return loadFaults.next()
        }
        if let fault { throw fault }
        return try base.load(keys)
    }

    /// Commits to the store behind, or fails, after having waited if it is to.
    public func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        let fault = condition.withLock {
            recordedCommits.append(Commit(changes: changes, durability: durability))
            held += 1
            condition.broadcast()
            while isHolding {
                condition.wait()
            }
            held -= 1
            return commitFaults.next()
        }
        if let fault { throw fault }
        return try base.commit(changes, durability: durability)
    }

    /// Observes the store behind.
    public func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? {
        base.observe(onChange)
    }

    /// What the store behind can do.
    public var capabilities: StoreCapabilities {
        base.capabilities
    }

    /// The kinds that the store behind cannot tell apart.
    public var mergedKinds: [StoredValue.Kind: StoredValue.Kind] {
        base.mergedKinds
    }
}
