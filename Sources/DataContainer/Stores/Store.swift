/// Where entries are saved.
///
/// A container loads the entries of its own keys once, commits what changes, and listens for what others commit.
/// Write a type that conforms to this protocol to keep a container's state in a place of your own, and run the checks
/// of `StoreContract` in the `DataContainerTesting` library on it: they prove each rule below.
///
/// ## The contract
///
/// - **Opening is lazy**: making the store touches no disk and cannot fail. ``load(_:)`` and
///   ``commit(_:durability:)`` open it, and open it again after a failure.
/// - **What cannot be read is not empty**: when the store cannot be read, ``load(_:)`` throws. An empty snapshot
///   means that there are no entries.
/// - **Only what was asked for**: ``load(_:)`` returns the entries of the keys that it is given, and costs what
///   those cost. With `nil` it returns every entry.
/// - **All or nothing**: a commit that throws has changed nothing. One that returns can be read by the next
///   ``load(_:)``, from any thread.
/// - **Nothing else**: a commit touches only the keys that its change set names.
/// - **Exactly**: a loaded value equals the committed one in kind and to the last bit. A store whose medium cannot
///   tell two kinds apart lists them in ``mergedKinds``.
/// - **Revisions grow**: each commit that changes something returns a revision greater than every one before, and
///   the entries that it set carry it. A commit of an empty change set returns the store's present revision.
/// - **Expectations**: with ``StoreCapabilities/comparesRevisions``, a change set whose ``ChangeSet/expects`` does not
///   hold changes nothing and throws ``StoreError/Code/conflict`` with the entries that moved.
/// - **Durability**: see ``Durability``. A commit of an empty change set with ``Durability/power`` makes durable what
///   was committed before.
/// - **Any thread**: every function may be called from any thread, also at the same time.
public protocol Store: Sendable {
    /// Reads entries.
    ///
    /// - Parameter keys: The keys whose entries are wanted; `nil` means every entry in the store.
    /// - Returns: The entries that are there, and the store's revision.
    /// - Throws: A ``StoreError`` when the store cannot be read.
    func load(_ keys: [String]?) throws(StoreError) -> Snapshot

    /// Writes some entries in one step.
    ///
    /// - Parameters:
    ///   - changes: What to set, to remove and to expect.
    ///   - durability: What the commit survives when the call has returned.
    /// - Returns: The revision that the entries now have.
    /// - Throws: A ``StoreError`` when nothing was written; ``StoreError/Code/conflict`` when an expected entry moved.
    func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision

    /// Calls `onChange` for every commit that somebody else makes, until the returned observation is cancelled.
    ///
    /// "Somebody else" is another process, or another container: commits through this very call's own store value
    /// may be reported too, since a container recognises its own by their revision. `onChange` is called on a thread
    /// of the store's choice, with no lock of the store held, one call at a time, in the order of the revisions.
    ///
    /// - Returns: The observation, or `nil` if the store cannot observe.
    func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation?

    /// What the store can do beyond the contract's minimum.
    var capabilities: StoreCapabilities { get }

    /// Pairs of kinds that the store's medium cannot tell apart: a value committed as the first comes back as the
    /// second.
    var mergedKinds: [StoredValue.Kind: StoredValue.Kind] { get }
}

extension Store {
    /// A store that cannot observe.
    public func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? {
        nil
    }

    /// A store that compares revisions and commits atomically.
    public var capabilities: StoreCapabilities {
        [.comparesRevisions, .commitsAtomically]
    }

    /// A store that keeps every kind apart.
    public var mergedKinds: [StoredValue.Kind: StoredValue.Kind] {
        [:]
    }
}

/// What a store can do.
public struct StoreCapabilities: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of capabilities of its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The store checks ``ChangeSet/expects``, so a transaction is atomic across processes. Without it, a transaction
    /// is atomic in this container alone.
    public static let comparesRevisions = StoreCapabilities(rawValue: 1 << 0)

    /// A commit is all or nothing even if the process dies in the middle of it.
    public static let commitsAtomically = StoreCapabilities(rawValue: 1 << 1)
}

/// An observation of a store, which ends when it is cancelled or when nothing refers to it any more.
public final class StoreObservation: Sendable {
    private let onCancel: Lock<(@Sendable () -> Void)?>

    /// Makes an observation.
    ///
    /// - Parameter onCancel: Called once, on the thread that cancels. When it returns, no further change is reported,
    ///   except for a call that was already on its way on another thread: to wait for it could wait for ever.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Lock(onCancel)
    }

    /// Ends the observation. A second call does nothing.
    public func cancel() {
        let onCancel = onCancel.withLock { action in
            defer { action = nil }
            return action
        }
        onCancel?()
    }

    deinit {
        cancel()
    }
}
