import CSQLite
import Foundation
import Testing

/// An SQLite file as somebody else sees it, who knows nothing of stores.
final class RawDatabase {
    let handle: OpaquePointer

    init(_ url: URL) throws {
        var opened: OpaquePointer?
        try #require(sqlite3_open(url.path, &opened) == SQLITE_OK)
        handle = try #require(opened)
        // The system may still be at taking down a process that had the file open.
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func execute(_ text: String) throws {
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        try #require(code == SQLITE_OK, "\(text): \(String(cString: sqlite3_errmsg(handle)))")
    }

    /// The rows of a query, each with its columns as the shell would print them, separated by "|".
    func rows(_ text: String) throws -> [String] {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, "\(text)")
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            let columns = (0..<sqlite3_column_count(statement)).map { column in
                sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
            }
            rows.append(columns.joined(separator: "|"))
        }
        return rows
    }
}
