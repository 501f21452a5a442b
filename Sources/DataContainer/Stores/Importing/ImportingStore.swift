/// A store that takes over, once, what another store holds: the way from an old place to a new one.
///
/// ```swift
/// AppState(store: .sqlite(at: url).importing(.userDefaults()))
/// ```
///
/// When entries are loaded for the first time, those that the old store holds and the new one does not are copied into the
/// new one. From then on the old store is not looked at again, and it is never changed: an older version of the app still
/// finds everything there. Only the keys that are asked for are copied, so those of the container's own properties.
///
/// - **Once for each key.** The commit that copies the entries also records the keys, in an entry of its own that
///   containers never see, `DataContainer.imported:NAME`. A property that a later version of the class adds is imported
///   when that version first asks for it. One that was imported and then removed does not come back.
/// - **At any point**: a process that is killed has copied all or nothing, and starts again. Two processes that import at
///   the same time copy once, if the new store compares revisions (``StoreCapabilities/comparesRevisions``).
/// - **An old store that cannot be read is not empty.** Loading throws its error, and tries again when it is called again.
///   An entry of it that cannot be read is reported in ``Snapshot/unreadable``, and is looked at again by later loads until
///   the new store has an entry of that key.
/// - **Kinds stay as they are.** What the old store could not tell apart, such as JSON and text in `UserDefaults`, is
///   converted when the property reads it, if nothing is lost by that.
///
/// Cost: once everything is imported, a load reads one entry more, and a commit costs what it costs without.
public final class ImportingStore<Base: Store, Source: Store>: Store {
    /// The new store.
    public let base: Base
    /// The old store.
    public let source: Source
    /// The name under which the new store records what was imported.
    public let sourceName: String

    /// The keys that are known to be recorded.
    private let recorded = Lock<Set<String>>([])
    /// What the stores have told, on the way to the next load's caller.
    private let notices = Lock<[StoreNotice]>([])

    /// How often a commit is tried when others keep changing what it rests on.
    private static var attempts: Int { 100 }

    /// Makes a store that takes over what another one holds.
    ///
    /// - Parameters:
    ///   - base: The new store.
    ///   - source: The old store.
    ///   - sourceName: The name under which the new store records what was imported. Two old stores of one new store need
    ///     different ones. If left out, it is made of the kind of the old store and its suite, prefix or file name.
    public init(_ base: Base, importing source: Source, as sourceName: String? = nil) {
        self.base = base
        self.source = source
        self.sourceName = sourceName ?? (source as? any ImportSource)?.importName ?? "\(Source.self)"
    }

    /// Reads entries from the new store, after having imported those of them that never were.
    ///
    /// With `nil` it returns every entry of the new store, and imports nothing: the keys that are meant are not known.
    public func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        guard let keys else {
            var snapshot = try base.load(nil)
            snapshot.entries[recordKey] = nil
            snapshot.unreadable[recordKey] = nil
            return snapshot
        }
        let fresh = unrecorded(keys)
        let unreadable = fresh.isEmpty ? [:] : try importEntries(fresh)
        var snapshot = try base.load(keys)
        if !keys.isEmpty {
            snapshot.notices = notices.withLock { notices in
                defer { notices = [] }
                return notices + snapshot.notices
            }
        }
        for (key, error) in unreadable where snapshot.entries[key] == nil {
            snapshot.unreadable[key] = error
        }
        return snapshot
    }

    /// Writes some entries of the new store in one step. A key that is removed is never imported afterwards.
    public func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        let fresh = unrecorded(Array(changes.removals))
        guard !fresh.isEmpty else { return try base.commit(changes, durability: durability) }
        for attempt in 1... {
            let record = try loadRecord()
            do throws(StoreError) {
                var changes = changes
                try record.add(fresh, to: &changes)
                let revision = try base.commit(changes, durability: durability)
                note(fresh)
                return revision
            } catch {
                // The record is none of the caller's business: where only it has moved, it is read again.
                guard error.code == .conflict else { throw error }
                var conflicts = error.conflicts
                conflicts[recordKey] = nil
                if !conflicts.isEmpty { throw .conflict(conflicts) }
                if attempt == Self.attempts { throw busy }
            }
        }
        throw busy
    }

    /// Observes the new store.
    public func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? {
        base.observe { [recordKey] change in
            guard change.entries[recordKey] != nil else { return onChange(change) }
            var change = change
            change.entries[recordKey] = nil
            if !change.isComplete || !change.entries.isEmpty || !change.removed.isEmpty { onChange(change) }
        }
    }

    /// What the new store can do.
    public var capabilities: StoreCapabilities {
        base.capabilities
    }

    /// The kinds that the new store cannot tell apart.
    public var mergedKinds: [StoredValue.Kind: StoredValue.Kind] {
        base.mergedKinds
    }
}

extension ImportingStore {
    private var recordKey: String { ImportRecord.prefix + sourceName }

    /// Those of the keys that are not known to be recorded. Records of other importing stores are none of ours.
    private func unrecorded(_ keys: [String]) -> [String] {
        let fresh = recorded.withLock { recorded in keys.filter { !recorded.contains($0) } }
        return fresh.filter { !$0.hasPrefix(ImportRecord.prefix) }
    }

    private func note(_ keys: some Sequence<String> & Sendable) {
        recorded.withLock { $0.formUnion(keys) }
    }

    private func keep(_ new: [StoreNotice]) {
        if !new.isEmpty { notices.withLock { $0 += new } }
    }

    private func loadRecord() throws(StoreError) -> ImportRecord {
        let snapshot = try base.load([recordKey])
        keep(snapshot.notices)
        return ImportRecord(snapshot, key: recordKey)
    }

    /// Copies those of the entries that the old store holds and the new one does not, if that never was done.
    ///
    /// - Returns: The entries that the old store could not read.
    private func importEntries(_ keys: [String]) throws(StoreError) -> [String: StoreError] {
        for _ in 1...Self.attempts {
            let present = try base.load(keys + [recordKey])
            keep(present.notices)
            let record = ImportRecord(present, key: recordKey)
            note(record.keys)
            let missing = Set(keys).subtracting(record.keys)
            if missing.isEmpty { return [:] }
            // A damaged record gets a new one in its place. Something was imported, so nothing is again: an entry that was
            // removed would come back.
            let old = record.isDamaged ? Snapshot(revision: .zero) : try source.load(missing.sorted())
            keep(old.notices)
            var changes = ChangeSet()
            var unreadable = old.unreadable
            for key in missing where present.entries[key] == nil && present.unreadable[key] == nil {
                changes.updates[key] = old.entries[key]?.value
                // So that nothing that somebody sets meanwhile is overwritten.
                changes.expects[key] = .zero
            }
            // An entry that is there, even damaged, is not waited for in the old store.
            unreadable = unreadable.filter { present.entries[$0.key] == nil && present.unreadable[$0.key] == nil }
            let done = missing.filter { unreadable[$0] == nil }
            if done.isEmpty { return unreadable }
            try record.add(done, to: &changes)
            do throws(StoreError) {
                _ = try base.commit(changes, durability: .process)
                note(done)
                return unreadable
            } catch {
                guard error.code == .conflict else { throw error }
            }
        }
        throw busy
    }

    private var busy: StoreError {
        StoreError(.busy, "Others kept changing the entries that were to be imported. Nothing was changed; try again.")
    }
}
