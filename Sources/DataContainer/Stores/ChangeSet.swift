/// What one commit does to a store: all of it or nothing.
public struct ChangeSet: Sendable, Hashable {
    /// The values to set, by key.
    public var updates: [String: StoredValue]
    /// The keys whose entries are removed. A key that is also in ``updates`` is set; one without an entry is no error.
    public var removals: Set<String>
    /// The entries that the commit rests on: by key, the revision that the entry must still have
    /// (``Revision/zero``: there must be none). If one has moved, the commit changes nothing and throws
    /// ``StoreError/Code/conflict``.
    public var expects: [String: Revision]

    /// Makes a change set.
    public init(updates: [String: StoredValue] = [:], removals: Set<String> = [], expects: [String: Revision] = [:]) {
        self.updates = updates
        self.removals = removals
        self.expects = expects
    }

    /// Whether there is nothing to set and nothing to remove.
    public var isEmpty: Bool {
        updates.isEmpty && removals.isEmpty
    }
}

/// How much a commit survives.
public enum Durability: Sendable, Hashable, Comparable {
    /// Survives the death of the process, at any moment, but perhaps not a power cut: nothing waits for the disk.
    case process
    /// Survives a power cut: the commit returns when the disk has it, and everything committed before it.
    case power
}

/// What somebody else committed to a store: another process, or another container in this one.
public struct ExternalChange: Sendable {
    /// The entries that were set, by key.
    public var entries: [String: Entry]
    /// The entries that were removed, by key, with the revision of the removal.
    public var removed: [String: Revision]
    /// The store's revision after the change.
    public var revision: Revision
    /// Whether ``entries`` and ``removed`` hold all that was changed. If not, who keeps values loads its entries again: a
    /// removal may be missing, an entry is damaged, or the whole store was replaced.
    public var isComplete: Bool

    /// Makes a description of a change.
    public init(
        entries: [String: Entry] = [:], removed: [String: Revision] = [:], revision: Revision, isComplete: Bool = true
    ) {
        self.entries = entries
        self.removed = removed
        self.revision = revision
        self.isComplete = isComplete
    }
}
