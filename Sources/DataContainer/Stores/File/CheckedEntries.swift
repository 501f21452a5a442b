internal import Foundation

/// The entries of a file as a property list, with checksums: what the formats that nobody edits have in common.
///
/// The root is a dictionary of `layout`, `revision`, `checksum` and `entries`, an array of dictionaries of `key`, `type`,
/// `value`, `revision` and `checksum`. The root's checksum is over the keys, an entry's over the whole entry: so the keys
/// are certain, or the file is damaged as a whole, and of a damaged entry the key is known.
enum CheckedEntries {
    static func root(of contents: FileContents) throws(StoreError) -> [String: Any] {
        var entries: [[String: Any]] = []
        let keys = contents.entries.keys.sorted()
        for key in keys {
            guard let item = contents.entries[key] else { continue }
            switch item.value {
            case .readable(let value):
                entries.append(entry(key, value, item.revision ?? contents.revision))
            case .unreadable(_, .propertyList(let bytes)):
                let list = try? PropertyListSerialization.propertyList(from: bytes, format: nil)
                if let list = list as? [String: Any] { entries.append(list) }
            case .unreadable:
                continue
            }
        }
        return [
            "layout": FileContents.layout, "revision": contents.revision.rawValue,
            "checksum": checksum(contents.revision.rawValue, keys), "entries": entries,
        ]
    }

    static func contents(of root: Any) throws(FileFault) -> FileContents {
        guard let root = root as? [String: Any], let layout = integer(root["layout"]) else {
            throw .invalid("it has not the layout of a store")
        }
        if layout > FileContents.layout { throw .newerLayout(Int(layout)) }
        guard layout > 0, let revision = integer(root["revision"]), let entries = root["entries"] as? [[String: Any]]
        else { throw .invalid("it has not the layout of a store") }
        var contents = FileContents(revision: Revision(rawValue: revision))
        var keys: [String] = []
        for entry in entries {
            guard let key = text(entry["key"]) else { throw .invalid("an entry has no key") }
            keys.append(key)
            contents.entries[key] = item(key, entry, within: revision)
        }
        guard integer(root["checksum"]) == checksum(revision, keys), contents.entries.count == keys.count else {
            throw .invalid("its checksum is not that of its keys")
        }
        return contents
    }

    private static func entry(_ key: String, _ value: StoredValue, _ revision: Revision) -> [String: Any] {
        [
            "key": list(key), "type": value.kind.rawValue, "value": list(value), "revision": revision.rawValue,
            "checksum": checksum(key, value, revision.rawValue),
        ]
    }

    private static func item(_ key: String, _ entry: [String: Any], within last: Int64) -> FileContents.Item {
        if let type = entry["type"] as? String, let kind = StoredValue.Kind(rawValue: type),
            let value = storedValue(kind, entry["value"]), let revision = integer(entry["revision"]),
            integer(entry["checksum"]) == checksum(key, value, revision), revision >= 1, revision <= last
        {
            return FileContents.Item(value: .readable(value), revision: Revision(rawValue: revision))
        }
        // Binary, since what cannot be read may be what XML cannot hold. A part that cannot be written at all is left out.
        let entry = entry.filter { PropertyListSerialization.propertyList(["": $0.value], isValidFor: .binary) }
        let bytes = try? PropertyListSerialization.data(fromPropertyList: entry, format: .binary, options: 0)
        return FileContents.Item(value: .unreadable("is damaged", .propertyList(bytes ?? Data())))
    }
}

// MARK: - Values

extension CheckedEntries {
    private static func list(_ value: StoredValue) -> Any {
        switch value {
        case .bool(let value): value
        case .integer(let value): value
        // As texts: a property list does not keep every bit of a number on every system.
        case .real(let value), .date(let value): "\(value)"
        case .text(let value), .json(let value): list(value)
        case .data(let value): value
        }
    }

    /// A text as itself, or as its bytes if XML cannot hold it or changes it.
    private static func list(_ text: String) -> Any {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x1_0000...: true
            default: false
            }
        }
        return isPlain ? text : Data(text.utf8)
    }

    private static func storedValue(_ kind: StoredValue.Kind, _ object: Any?) -> StoredValue? {
        switch kind {
        case .bool: integer(object).flatMap { $0 == 0 || $0 == 1 ? .bool($0 == 1) : nil }
        case .integer: integer(object).map { .integer($0) }
        case .real: number(object).map { .real($0) }
        case .date: number(object).map { .date($0) }
        case .text: text(object).map { .text($0) }
        case .json: text(object).map { .json($0) }
        case .data: (object as? Data).map { .data($0) }
        }
    }

    private static func integer(_ object: Any?) -> Int64? {
        (object as? NSNumber)?.int64Value
    }

    private static func number(_ object: Any?) -> Double? {
        (object as? String).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func text(_ object: Any?) -> String? {
        object as? String ?? (object as? Data)?.withUnsafeBytes { String(exactly: $0) }
    }
}

// MARK: - Checksums

extension CheckedEntries {
    private static func checksum(_ key: String, _ value: StoredValue, _ revision: Int64) -> Int64 {
        var checksum = Checksum()
        checksum.update(counted: key)
        checksum.update(counted: value.kind.rawValue)
        switch value {
        case .bool(let value): checksum.update(value ? 1 : 0)
        case .integer(let value): checksum.update(value)
        case .real(let value), .date(let value): checksum.update(Int64(bitPattern: value.bitPattern))
        case .text(let value), .json(let value): checksum.update(counted: value)
        case .data(let value): value.withUnsafeBytes { checksum.update(counted: $0) }
        }
        checksum.update(revision)
        return Int64(checksum.value)
    }

    private static func checksum(_ revision: Int64, _ keys: [String]) -> Int64 {
        var checksum = Checksum()
        checksum.update(revision)
        for key in keys {
            checksum.update(counted: key)
        }
        return Int64(checksum.value)
    }
}
