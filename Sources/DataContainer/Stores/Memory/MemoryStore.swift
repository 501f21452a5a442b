internal import Dispatch

/// A store in memory, for tests and previews: it is gone when nothing refers to it any more.
///
/// Containers that share a store see each other's commits. Changes are reported on a thread of the store's own, so
/// a commit never runs an observer's code.
public final class MemoryStore: Store {
    private let state: Lock<State>
    private let deliveries = DispatchQueue(label: "DataContainer.MemoryStore")

    fileprivate struct State {
        var entries: [String: Entry]
        var revision: Revision
        var observers: [Int: Observer] = [:]
        var lastObserver = 0
    }

    /// Makes a store.
    ///
    /// - Parameter values: What it holds at the start, by key.
    public init(_ values: [String: StoredValue] = [:]) {
        let revision = values.isEmpty ? Revision.zero : Revision.zero.next
        let entries = values.mapValues { Entry(value: $0, revision: revision) }
        state = Lock(State(entries: entries, revision: revision))
    }

    /// Reads entries. Never fails.
    public func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        state.withLock { state in
            guard let keys else {
                return Snapshot(entries: state.entries, revision: state.revision)
            }
            var found: [String: Entry] = [:]
            for key in keys {
                found[key] = state.entries[key]
            }
            return Snapshot(entries: found, revision: state.revision)
        }
    }

    /// Writes some entries in one step.
    ///
    /// - Throws: ``StoreError/Code/conflict`` when an expected entry has another revision, and nothing else.
    public func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        try state.withLock { (state) throws(StoreError) -> Revision in
            try state.check(changes.expects)
            guard let change = state.apply(changes) else { return state.revision }
            let observers = Array(state.observers.values)
            if !observers.isEmpty {
                // Handed over while the lock is held, so that changes are reported in the order of the revisions.
                deliveries.async {
                    for observer in observers {
                        observer.report(change)
                    }
                }
            }
            return change.revision
        }
    }

    /// Calls `onChange` for every commit to this store that is made from now on, also through the caller's own
    /// reference. It is called on a dispatch queue of the store, one call at a time, in the order of the revisions. It
    /// may use the store.
    public func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? {
        let observer = Observer(onChange)
        let number = state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = observer
            return state.lastObserver
        }
        return StoreObservation { [weak self] in
            observer.cancel()
            self?.state.withLock { state in
                state.observers[number] = nil
            }
        }
    }
}

extension MemoryStore.State {
    fileprivate func check(_ expectations: [String: Revision]) throws(StoreError) {
        var moved: [String: Entry?] = [:]
        for (key, expected) in expectations where (entries[key]?.revision ?? .zero) != expected {
            moved[key] = .some(entries[key])
        }
        if !moved.isEmpty {
            throw .conflict(moved)
        }
    }

    /// - Returns: What changed, or `nil` if nothing did.
    fileprivate mutating func apply(_ changes: ChangeSet) -> ExternalChange? {
        var change = ExternalChange(revision: revision.next)
        for (key, value) in changes.updates {
            let entry = Entry(value: value, revision: change.revision)
            entries[key] = entry
            change.entries[key] = entry
        }
        for key in changes.removals where changes.updates[key] == nil {
            if entries.removeValue(forKey: key) != nil {
                change.removed[key] = change.revision
            }
        }
        guard !change.entries.isEmpty || !change.removed.isEmpty else { return nil }
        revision = change.revision
        return change
    }
}

/// Somebody who wants to know of changes, until cancelled.
private final class Observer: Sendable {
    private let onChange: Lock<(@Sendable (ExternalChange) -> Void)?>

    init(_ onChange: @escaping @Sendable (ExternalChange) -> Void) {
        self.onChange = Lock(onChange)
    }

    func report(_ change: ExternalChange) {
        // Taken out first: it may cancel, or wait for somebody who does.
        let onChange = onChange.withLock { $0 }
        onChange?(change)
    }

    func cancel() {
        onChange.withLock { $0 = nil }
    }
}

extension Store where Self == MemoryStore {
    /// A new store in memory, see ``MemoryStore``. Each use makes another one; to share one, keep it in a constant.
    public static var memory: MemoryStore {
        MemoryStore()
    }
}
