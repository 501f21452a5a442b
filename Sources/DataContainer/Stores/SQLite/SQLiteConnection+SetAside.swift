internal import Foundation

// Nothing is overwritten without a copy: a row that cannot be read as what it should be is kept in a table of its own.

extension SQLiteConnection {
    /// Copies the row of a key aside if it cannot be read. Called inside the transaction that is about to
    /// write the key.
    func setAside(_ key: String) throws(StoreError) {
        // What this connection has written is what it is meant to be; and there is nothing in the mark of a lost entry,
        // since the file that held it was set aside.
        guard own.revision(of: key) == nil, try isUnreadable(key), try !isMarkedLost(key) else { return }
        try execute(SQLiteSchema.setAside)
        let copy = try statement(.setAside)
        try copy.bind(key, at: 1)
        try copy.bind(Date().formatted(.iso8601), at: 2)
        try copy.run()
    }

    private func isUnreadable(_ key: String) throws(StoreError) -> Bool {
        let entry = try statement(.entry)
        defer { entry.reset() }
        try entry.bind(key, at: 1)
        guard try entry.step() else { return false }
        return if case .unreadable = SQLiteRow(entry) { true } else { false }
    }

    /// Whether the row of a key only says that its entry was lost.
    func isMarkedLost(_ key: String) throws(StoreError) -> Bool {
        let query = try statement(.isMarkedLost)
        defer { query.reset() }
        try query.bind(key, at: 1)
        return try query.step()
    }
}
