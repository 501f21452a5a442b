internal import CSQLite
internal import Foundation

/// A row of the table of entries, read and checked.
enum SQLiteRow {
    /// An entry.
    case entry(Entry)
    /// What is left of a removed entry, with the revision of its removal.
    case removed(Revision)
    /// A row that is not what was written, or that this version cannot read.
    case unreadable(StoreError)
}

extension SQLiteRow {
    /// The type of a row that stands for a removed entry.
    static let removedType = "removed"

    /// The type of a row that stands for an entry which was in a damaged file and could not be read.
    static let lostType = "lost"

    /// Reads the row that `statement` stands on: its columns are key, type, value, revision and checksum.
    init(_ statement: SQLiteStatement) {
        guard statement.storageClass(0) == SQLITE_TEXT, statement.storageClass(1) == SQLITE_TEXT,
            statement.storageClass(3) == SQLITE_INTEGER, statement.storageClass(4) == SQLITE_INTEGER
        else {
            self = .damaged(statement)
            return
        }
        let revision = statement.integer(3)
        var checksum = Checksum()
        checksum.update(counted: statement.bytes(0))
        checksum.update(counted: statement.bytes(1))
        let value = Self.value(statement, &checksum)
        checksum.update(revision)
        guard Int64(checksum.value) == statement.integer(4), revision > 0, let value,
            let type = String(exactly: statement.bytes(1))
        else {
            self = .damaged(statement)
            return
        }
        if type == Self.removedType {
            self = .removed(Revision(rawValue: revision))
        } else if let kind = StoredValue.Kind(rawValue: type), let value = value.storedValue(kind) {
            self = .entry(Entry(value: value, revision: Revision(rawValue: revision)))
        } else {
            let key = Self.key(statement)
            self = .unreadable(
                StoreError(.unsupported, "The entry '\(key)' is of type '\(type)', which this version cannot read."))
        }
    }

    /// The value of the row, or `nil` if it is a text that is no UTF-8. Feeds the checksum on the way.
    private static func value(_ statement: SQLiteStatement, _ checksum: inout Checksum) -> SQLiteValue? {
        switch statement.storageClass(2) {
        case SQLITE_INTEGER:
            let value = statement.integer(2)
            checksum.update(integer: value)
            return .integer(value)
        case SQLITE_FLOAT:
            let value = statement.real(2)
            checksum.update(real: value)
            return .real(value)
        case SQLITE_TEXT:
            let bytes = statement.bytes(2)
            checksum.update(Checksum.StorageClass.text)
            checksum.update(counted: bytes)
            return String(exactly: bytes).map { .text($0) }
        case SQLITE_BLOB:
            let bytes = statement.bytes(2)
            checksum.update(Checksum.StorageClass.blob)
            checksum.update(counted: bytes)
            return .blob(Data(bytes))
        default:
            checksum.update(Checksum.StorageClass.null)
            return .null
        }
    }

    private static func damaged(_ statement: SQLiteStatement) -> SQLiteRow {
        .unreadable(.damagedEntry(key(statement)))
    }

    /// The key of the row, repaired if it is no UTF-8, so that a damaged row can be named.
    static func key(_ statement: SQLiteStatement) -> String {
        String(decoding: statement.bytes(0), as: UTF8.self)
    }
}

extension StoreError {
    /// The error of an entry whose row is not what was written.
    static func damagedEntry(_ key: String) -> StoreError {
        StoreError(
            .damaged, "The entry '\(key)' is damaged: its checksum does not match. It stays as it is until it is set.")
    }
}
