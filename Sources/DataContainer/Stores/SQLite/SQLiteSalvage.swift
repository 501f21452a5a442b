/// What can still be read of a file, damaged or not.
struct SQLiteSalvage {
    /// The entries that are what was written.
    private(set) var entries: [String: Entry] = [:]
    /// What is left of removed entries.
    private(set) var removed: [String: Revision] = [:]
    /// Keys whose entries are there but cannot be read.
    private(set) var lost: Set<String> = []
    /// Whether ``lost`` is known to hold every such key.
    private(set) var knowsEveryKey = false
    /// The highest revision of all that was read.
    private(set) var highest = Revision.zero

    init() {}

    /// Whether there is no trace of any entry.
    var isEmpty: Bool {
        entries.isEmpty && removed.isEmpty && lost.isEmpty
    }

    /// Reads a file in every way there is: forwards and backwards through the entries and through the second list of the
    /// keys, and then each key by itself. Damage that stops one way may leave another open.
    init(_ connection: SQLiteConnection) {
        let ends = [SQLiteQuery.everyEntry, .everyEntryBackwards].map { read($0, connection) }
        var listed: Set<String> = []
        let keys = [SQLiteQuery.everyListedKey, .everyListedKeyBackwards].map { list($0, connection, &listed) }
        // A damaged row may have a damaged key, which nobody ever wrote.
        if keys == [true, true] { lost.formIntersection(listed) }
        for key in lost {
            guard let row = try? connection.row(key) else { continue }
            take(row, key)
        }
        lost.subtract(entries.keys)
        lost.subtract(removed.keys)
        knowsEveryKey = ends == [true, true] || keys == [true, true]
    }

    /// Reads entries as far as it goes. Returns whether it was to the end.
    private mutating func read(_ query: SQLiteQuery, _ connection: SQLiteConnection) -> Bool {
        scan(query, connection) { salvage, statement in
            salvage.take(SQLiteRow(statement), SQLiteRow.key(statement))
        }
    }

    /// Notes the keys of which nothing was read.
    private mutating func list(
        _ query: SQLiteQuery, _ connection: SQLiteConnection, _ listed: inout Set<String>
    ) -> Bool {
        scan(query, connection) { salvage, statement in
            let key = SQLiteRow.key(statement)
            listed.insert(key)
            if salvage.entries[key] == nil, salvage.removed[key] == nil { salvage.lost.insert(key) }
        }
    }

    private mutating func scan(
        _ query: SQLiteQuery, _ connection: SQLiteConnection, _ body: (inout SQLiteSalvage, SQLiteStatement) -> Void
    ) -> Bool {
        guard let statement = try? connection.statement(query) else { return false }
        defer { statement.reset() }
        do {
            // Pages that lead to each other could go on for very long.
            for _ in 0..<10_000_000 {
                guard try statement.step() else { return true }
                body(&self, statement)
            }
        } catch {
            return false
        }
        return false
    }

    private mutating func take(_ row: SQLiteRow, _ key: String) {
        switch row {
        case .entry(let entry):
            highest = max(highest, entry.revision)
            guard entry.revision > newest(key) else { return }
            entries[key] = entry
            removed[key] = nil
        case .removed(let revision):
            highest = max(highest, revision)
            guard revision > newest(key) else { return }
            removed[key] = revision
            entries[key] = nil
        case .unreadable:
            lost.insert(key)
        }
    }

    private func newest(_ key: String) -> Revision {
        max(entries[key]?.revision ?? .zero, removed[key] ?? .zero)
    }
}
