internal import Foundation

/// The format ``FileFormat/json``: the entries under their keys, and the revisions under a key of our own.
enum JSONFileCoding {
    /// The key of the member that is no entry.
    static let reservedKey = "$DataContainer"

    static func decode(_ bytes: Data) throws(FileFault) -> FileContents {
        guard case .object(var members) = try JSONTree(parsing: bytes) else {
            throw .invalid("it is JSON, but no object")
        }
        var contents = FileContents()
        var revisions: [String: JSONTree] = [:]
        // Whatever else stands there was written by hand, and is written anew: the entries count.
        if case .object(let book) = members.removeValue(forKey: reservedKey) {
            if case .integer(let layout) = book["layout"], layout > FileContents.layout {
                throw .newerLayout(Int(layout))
            }
            contents.revision = revision(book["revision"]) ?? .zero
            if case .object(let noted) = book["revisions"] { revisions = noted }
        }
        for (key, tree) in members {
            var item = FileContents.Item(value: .unreadable("", .json(tree)), revision: revision(revisions[key]))
            // A plain negative zero would not come back when written again.
            if case .real(0) = tree { item.source = nil } else { item.source = .json(tree) }
            do throws(FileFault) {
                item.value = .readable(try tree.storedValue())
            } catch {
                if case .invalid(let reason) = error { item.value = .unreadable(reason, .json(tree)) }
            }
            contents.entries[key] = item
        }
        return contents
    }

    static func encode(_ contents: FileContents) throws(StoreError) -> Data {
        var members: [String: JSONTree] = [:]
        var revisions: [String: JSONTree] = [:]
        for (key, item) in contents.entries {
            guard key != reservedKey else {
                throw StoreError(
                    .unsupported, "The key '\(key)' is the store's own in a JSON file. Give the property another one.")
            }
            switch (item.source, item.value) {
            case (.json(let tree), _), (_, .unreadable(_, .json(let tree))): members[key] = tree
            case (_, .readable(let value)): members[key] = JSONTree(value)
            case (_, .unreadable): continue
            }
            revisions[key] = .integer((item.revision ?? contents.revision).rawValue)
        }
        members[reservedKey] = .object([
            "layout": .integer(Int64(FileContents.layout)), "revision": .integer(contents.revision.rawValue),
            "revisions": .object(revisions),
        ])
        return try JSONTree.object(members).prettyBytes() + Data("\n".utf8)
    }

    private static func revision(_ tree: JSONTree?) -> Revision? {
        // Far from the largest, so that the next ones can be counted.
        guard case .integer(let number) = tree, (1...Int64.max / 2).contains(number) else { return nil }
        return Revision(rawValue: number)
    }
}
