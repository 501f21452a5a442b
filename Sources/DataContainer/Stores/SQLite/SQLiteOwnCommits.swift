/// What a connection knows of the file without reading it, because nobody else has written to it since.
struct SQLiteOwnCommits {
    /// A stretch of revisions after whose first every one was committed through this connection.
    private(set) var revisions = Revision.zero...Revision.zero
    /// The entries that were written since others wrote last, with their revisions.
    private var entries: [String: Revision] = [:]
    /// SQLite's number of the file's state after the last commit; see ``SQLiteConnection/stateOfFile``.
    private var state: UInt32?

    /// For how many entries it is remembered that they were written.
    private static let limit = 1_000

    /// Whether the file is as the last commit left it. If not, the entries are forgotten.
    mutating func areLatest(_ state: UInt32?) -> Bool {
        if let state, state == self.state { return true }
        self.state = nil
        entries.removeAll()
        return false
    }

    /// The revision of an entry that was written since others wrote last. `nil` if it is not known.
    func revision(of key: String) -> Revision? {
        entries[key]
    }

    /// Notes a commit.
    ///
    /// - Parameters:
    ///   - before: The store's revision before it.
    ///   - after: Its own revision.
    ///   - state: SQLite's number of the state that it left.
    mutating func note(_ changes: ChangeSet, _ before: Revision, _ after: Revision, _ state: UInt32?) {
        revisions = revisions.upperBound == before ? revisions.lowerBound...after : before...after
        self.state = state
        for key in changes.removals { entries[key] = nil }
        if entries.count + changes.updates.count > Self.limit { entries.removeAll() }
        guard changes.updates.count <= Self.limit else { return }
        for key in changes.updates.keys { entries[key] = after }
    }
}
