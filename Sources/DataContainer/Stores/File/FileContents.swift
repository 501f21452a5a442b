internal import Foundation

/// What a file holds, as one store sees it.
struct FileContents: Sendable {
    /// The number of the layout that this version of the package writes, in every format.
    static let layout = 1

    var revision = Revision.zero
    var entries: [String: Item] = [:]

    struct Item: Sendable {
        var value: Value
        /// When it was committed; `nil` if the file does not say, as for a line that a person added.
        var revision: Revision?
        /// How it stands in the file, if it has to stay so when other entries change.
        var source: Source?
    }

    enum Value: Sendable, Equatable {
        case readable(StoredValue)
        /// Why it could not be read.
        case unreadable(String, Source)
    }

    /// An entry in the terms of its file's format.
    enum Source: Sendable, Equatable {
        case json(JSONTree)
        /// In the binary form of a property list.
        case propertyList(Data)
    }

    /// The entry of a key, if it is there and readable.
    func entry(_ key: String) -> Entry? {
        guard let item = entries[key], case .readable(let value) = item.value else { return nil }
        return Entry(value: value, revision: item.revision ?? revision)
    }
}

extension FileContents {
    /// What a load returns.
    func snapshot(_ keys: [String]?, path: String) -> Snapshot {
        var snapshot = Snapshot(revision: revision)
        for key in keys.map(Set.init) ?? Set(entries.keys) {
            if let entry = entry(key) {
                snapshot.entries[key] = entry
            } else if case .unreadable(let reason, _) = entries[key]?.value {
                snapshot.unreadable[key] = StoreError(.damaged, "The entry '\(key)' of '\(path)' \(reason).")
            }
        }
        return snapshot
    }

    func check(_ expectations: [String: Revision]) throws(StoreError) {
        var moved: [String: Entry?] = [:]
        for (key, expected) in expectations {
            let present = entry(key)
            if (present?.revision ?? .zero) != expected { moved[key] = .some(present) }
        }
        if !moved.isEmpty {
            throw .conflict(moved)
        }
    }

    /// Makes the changes of a commit.
    ///
    /// - Returns: What changed, or `nil` if nothing did.
    mutating func apply(_ changes: ChangeSet) -> ExternalChange? {
        var change = ExternalChange(revision: revision.next)
        for (key, value) in changes.updates {
            change.entries[key] = Entry(value: value, revision: change.revision)
            entries[key] = Item(value: .readable(value), revision: change.revision)
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

    /// Takes the place of `previous`, which the same store saw before.
    ///
    /// What differs gets a revision beyond all that the store has seen, even if the file's own numbers do not say so: a
    /// person edited it, or an older version of the file was put in its place.
    ///
    /// - Returns: What changed, or `nil` if nothing did.
    mutating func follow(_ previous: FileContents) -> ExternalChange? {
        var change = ExternalChange(revision: max(revision, previous.revision))
        let beyond = change.revision.next
        for (key, item) in entries {
            let old = previous.entries[key]
            if let old, old.value == item.value, !(item.revision.map { $0 > previous.revision } ?? false) {
                entries[key]?.revision = old.revision
                continue
            }
            var number = beyond
            if let own = item.revision, own > previous.revision, own <= revision { number = own }
            entries[key]?.revision = number
            change.revision = max(change.revision, number)
            if case .readable(let value) = item.value {
                change.entries[key] = Entry(value: value, revision: number)
            } else {
                change.isComplete = false
            }
        }
        let removed = previous.entries.keys.filter { entries[$0] == nil }
        if !removed.isEmpty {
            if change.revision == previous.revision { change.revision = beyond }
            for key in removed { change.removed[key] = change.revision }
        }
        revision = change.revision
        return change.isComplete && change.entries.isEmpty && change.removed.isEmpty ? nil : change
    }

    /// Gives every entry a revision, in the first contents that a store sees.
    mutating func begin() {
        if !entries.isEmpty {
            revision = max(revision, Revision.zero.next)
        }
        for (key, item) in entries {
            entries[key]?.revision = min(max(item.revision ?? revision, Revision.zero.next), revision)
        }
    }
}
