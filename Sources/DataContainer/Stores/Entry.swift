/// A number that grows with each commit to a store, and so says which of two entries is newer.
public struct Revision: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    /// The number. Zero stands for "no entry" and "nothing committed yet".
    public var rawValue: Int64

    /// Makes a revision of its number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The revision of an entry that is not there, and of a store that has never been committed to.
    public static let zero = Revision(rawValue: 0)

    /// Whether `left` was committed before `right`, in the same store.
    public static func < (left: Revision, right: Revision) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The revision after this one.
    public var next: Revision {
        Revision(rawValue: rawValue + 1)
    }
}

/// What a store holds for a key.
public struct Entry: Sendable, Hashable {
    /// The value.
    public var value: StoredValue
    /// The store's revision at which this value was committed.
    public var revision: Revision

    /// Makes an entry.
    public init(value: StoredValue, revision: Revision) {
        self.value = value
        self.revision = revision
    }
}

/// What a store held at one moment: the result of ``Store/load(_:)``.
public struct Snapshot: Sendable {
    /// The entries that were asked for and are there, by key.
    public var entries: [String: Entry]
    /// The store's revision at that moment.
    public var revision: Revision
    /// Entries that are there but could not be read, by key: damaged ones, or of a kind that this store cannot
    /// express. Their properties keep their values, and the entries stay as they are until they are set. One that the
    /// store has from a backup is also in ``entries``, with the revision ``Revision/zero``.
    public var unreadable: [String: StoreError]
    /// What the store has to tell. Each notice is handed out once, with the first load of any entries after it came up.
    public var notices: [StoreNotice]

    /// Makes a snapshot.
    public init(
        entries: [String: Entry] = [:], revision: Revision = .zero, unreadable: [String: StoreError] = [:],
        notices: [StoreNotice] = []
    ) {
        self.entries = entries
        self.revision = revision
        self.unreadable = unreadable
        self.notices = notices
    }
}
