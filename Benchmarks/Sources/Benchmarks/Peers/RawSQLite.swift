import CPeers
import Foundation

/// SQLite through its C interface, as somebody would use it who wants it fast: a write-ahead log, prepared statements,
/// a table of nothing but keys and values. It has no checksums, no revisions and no types, and finds no damage.
final class RawSQLite {
    enum Synchronous: String {
        /// Survives the death of the process.
        case normal = "NORMAL"
        /// Survives a power cut.
        case full = "FULL"
    }

    private var handle: OpaquePointer?
    private var upsert: OpaquePointer?
    private var select: OpaquePointer?
    private var begin: OpaquePointer?
    private var commit: OpaquePointer?

    init(_ url: URL, _ synchronous: Synchronous) throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try check(sqlite3_open_v2(url.path, &handle, flags, nil))
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous.rawValue)")
        try execute("CREATE TABLE IF NOT EXISTS entries (key TEXT NOT NULL PRIMARY KEY, value) WITHOUT ROWID")
        upsert = try prepare("INSERT INTO entries VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2")
        select = try prepare("SELECT value FROM entries WHERE key = ?1")
        begin = try prepare("BEGIN IMMEDIATE")
        commit = try prepare("COMMIT")
    }

    deinit {
        for statement in [upsert, select, begin, commit] { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Writes an entry: outside of a transaction, as a commit of its own.
    func set(_ key: StaticString, _ value: Int) throws {
        sqlite3_bind_text(upsert, 1, key.pointer, Int32(key.utf8CodeUnitCount), nil)
        sqlite3_bind_int64(upsert, 2, Int64(value))
        try run(upsert)
    }

    func integer(_ key: StaticString) throws -> Int {
        sqlite3_bind_text(select, 1, key.pointer, Int32(key.utf8CodeUnitCount), nil)
        defer { sqlite3_reset(select) }
        guard sqlite3_step(select) == SQLITE_ROW else { return 0 }
        return Int(sqlite3_column_int64(select, 0))
    }

    func transaction(_ body: () throws -> Void) throws {
        try run(begin)
        try body()
        try run(commit)
    }

    /// Writes so many entries.
    func fill(_ count: Int) throws {
        try transaction {
            for number in 0..<count {
                let key = Entries.key(number)
                // SQLITE_TRANSIENT, a macro that Swift cannot import: SQLite makes a copy of its own.
                let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                sqlite3_bind_text(upsert, 1, key, -1, copied)
                sqlite3_bind_int64(upsert, 2, Int64(number))
                try run(upsert)
            }
        }
    }

    func execute(_ text: String) throws {
        try check(sqlite3_exec(handle, text, nil, nil, nil))
    }

    private func prepare(_ text: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        return statement
    }

    private func run(_ statement: OpaquePointer?) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        if code != SQLITE_DONE { try check(code) }
    }

    private func check(_ code: Int32) throws {
        guard code != SQLITE_OK else { return }
        throw Failure("SQLite: \(String(cString: sqlite3_errmsg(handle)))")
    }
}

extension StaticString {
    fileprivate var pointer: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
