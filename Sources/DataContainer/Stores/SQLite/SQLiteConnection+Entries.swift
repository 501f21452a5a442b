internal import CSQLite

// What a store reads and writes, each inside a transaction.

extension SQLiteConnection {
    /// The store's revision: that of the last commit.
    func revision() throws(StoreError) -> Revision {
        let revision = max(floor, Revision(rawValue: try integer(.revision) ?? 0))
        highest = max(highest, revision)
        return revision
    }

    /// The row of a key, removed or not. `nil` if there is none.
    func row(_ key: String) throws(StoreError) -> SQLiteRow? {
        let entry = try statement(.entry)
        defer { entry.reset() }
        try entry.bind(key, at: 1)
        if try entry.step() {
            return SQLiteRow(entry)
        }
        // Missing, or hidden by damage? Then the second list of the keys has it, and much else may be hidden.
        let listed = try statement(.isListed)
        defer { listed.reset() }
        try listed.bind(key, at: 1)
        if try listed.step() { throw corrupt("the entry '\(key)' is listed but cannot be found") }
        return nil
    }

    /// The entries of some keys.
    func entries(_ keys: [String]) throws(StoreError) -> Snapshot {
        var snapshot = Snapshot(revision: try revision())
        for key in keys {
            if let row = try row(key) {
                snapshot.take(row, key: key)
            }
        }
        return snapshot
    }

    /// Every entry. Reads the whole table.
    func everyEntry() throws(StoreError) -> Snapshot {
        var snapshot = Snapshot(revision: try revision())
        var read = Set<String>()
        let entries = try statement(.everyEntry)
        defer { entries.reset() }
        while try entries.step() {
            let key = SQLiteRow.key(entries)
            snapshot.take(SQLiteRow(entries), key: key)
            read.insert(key)
        }
        let listed = try statement(.everyListedKey)
        defer { listed.reset() }
        while try listed.step() {
            let key = SQLiteRow.key(listed)
            if !read.contains(key) { throw corrupt("the entry '\(key)' is listed but cannot be found") }
        }
        return snapshot
    }

    /// What others committed after a revision.
    func foreignChanges(after revision: Revision) throws(StoreError) -> ExternalChange {
        guard own.revisions.contains(revision) else { return try changes(after: revision) }
        let present = try self.revision()
        if own.areLatest(stateOfFile) { return ExternalChange(revision: present) }
        return try changes(after: own.revisions.upperBound)
    }

    /// What was committed after a revision. Entries that cannot be read are left out: a load reports them.
    ///
    /// Removals are kept until the file is next opened, and the last one for good. So if there is a removal, an earlier
    /// one may be missing; if there is none, none is missing.
    func changes(after revision: Revision) throws(StoreError) -> ExternalChange {
        var change = ExternalChange(revision: try self.revision())
        let newer = try statement(.newerEntries)
        defer { newer.reset() }
        try newer.bind(revision.rawValue, at: 1)
        while try newer.step() {
            switch SQLiteRow(newer) {
            case .entry(let entry): change.entries[SQLiteRow.key(newer)] = entry
            case .removed(let revision): change.removed[SQLiteRow.key(newer)] = revision
            case .unreadable: change.isComplete = false
            }
        }
        if !change.removed.isEmpty { change.isComplete = false }
        return change
    }
}

extension SQLiteConnection {
    /// Checks what the commit rests on, and writes it.
    func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        if changes.isEmpty {
            let present = try reading { () throws(StoreError) in
                let present = try revision()
                try check(changes.expects, isLatest: own.areLatest(stateOfFile))
                return present
            }
            if durability == .power {
                try synchronize()
            }
            return present
        }
        try setDurability(durability)
        let (before, after) = try writing { () throws(StoreError) in
            // Most files have one writer, which knows what it has written.
            let isLatest = own.areLatest(stateOfFile)
            let before = isLatest ? own.revisions.upperBound : try revision()
            try check(changes.expects, isLatest: isLatest)
            return (before, try write(changes, after: before))
        }
        if before != after {
            highest = after
            own.note(changes, before, after, stateOfFile)
            bell.ring()
        }
        if before == after, durability == .power {
            // Nothing was written, so nothing was waited for.
            try synchronize()
        }
        return after
    }

    /// - Parameters:
    ///   - expectations: The keys of entries, and their revisions.
    ///   - isLatest: Whether nobody else has written since this connection's last commit.
    /// - Throws: ``StoreError/Code/conflict`` if an entry has another revision than the expected one. An unreadable
    ///   entry has none, as in a ``Snapshot``.
    private func check(_ expectations: [String: Revision], isLatest: Bool) throws(StoreError) {
        var moved: [String: Entry?] = [:]
        for (key, expected) in expectations {
            if isLatest, own.revision(of: key) == expected { continue }
            var found: Entry?
            if case .entry(let entry) = try row(key) {
                found = entry
            }
            if found?.revision ?? .zero != expected {
                moved[key] = .some(found)
            }
        }
        if !moved.isEmpty {
            throw .conflict(moved)
        }
    }

    /// Writes an entry, inside a transaction.
    func set(_ key: String, _ value: StoredValue, _ revision: Revision) throws(StoreError) {
        let type = value.kind.rawValue
        let value = try SQLiteValue(value)
        let set = try statement(.set)
        try set.bind(key, at: 1)
        try set.bind(type, at: 2)
        try set.bind(value, at: 3)
        try set.bind(revision.rawValue, at: 4)
        try set.bind(Checksum.ofRow(key: key, type: type, value: value, revision: revision.rawValue), at: 5)
        try set.run()
    }

    /// Writes what is left of an entry that is not there, inside a transaction.
    func setRemoved(_ key: String, _ revision: Revision) throws(StoreError) {
        let type = SQLiteRow.removedType
        let set = try statement(.set)
        try set.bind(key, at: 1)
        try set.bind(type, at: 2)
        try set.bind(SQLiteValue.null, at: 3)
        try set.bind(revision.rawValue, at: 4)
        try set.bind(Checksum.ofRow(key: key, type: type, value: .null, revision: revision.rawValue), at: 5)
        try set.run()
    }

    /// Writes the entries.
    ///
    /// - Returns: Their revision, or `before` if there was nothing to remove.
    private func write(_ changes: ChangeSet, after before: Revision) throws(StoreError) -> Revision {
        guard before.rawValue < .max else {
            throw StoreError(.damaged, "'\(path)' has come to the last revision there is, which only damage explains.")
        }
        let revision = before.next.rawValue
        var isChanged = false
        for (key, value) in changes.updates {
            try setAside(key)
            try set(key, value, before.next)
            isChanged = true
        }
        for key in changes.removals where changes.updates[key] == nil {
            try setAside(key)
            let type = SQLiteRow.removedType
            let remove = try statement(.remove)
            try remove.bind(key, at: 1)
            try remove.bind(revision, at: 2)
            try remove.bind(Checksum.ofRow(key: key, type: type, value: .null, revision: revision), at: 3)
            try remove.run()
            isChanged = isChanged || changedRows > 0
        }
        return isChanged ? before.next : before
    }
}

extension Snapshot {
    fileprivate mutating func take(_ row: SQLiteRow, key: String) {
        switch row {
        case .entry(let entry): entries[key] = entry
        case .removed: break
        case .unreadable(let error): unreadable[key] = error
        }
    }
}
