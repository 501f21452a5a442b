import CSQLite
import Foundation
import Testing

@testable import DataContainer

@Suite("What a call costs does not grow with the store")
struct SQLiteCostTests {
    /// What SQLite counts while a call runs, for all statements of the connection together.
    struct Counters: Equatable {
        /// Rows stepped over in a scan of a whole table or index.
        var scanned: Int32 = 0
        /// Automatic sorts, which read all before they give the first row.
        var sorted: Int32 = 0
        /// Steps of SQLite's virtual machine.
        var steps: Int32 = 0
    }

    static func counters(_ store: SQLiteStore, _ body: () throws -> Void) throws -> Counters {
        _ = try read(store)
        try body()
        return try read(store)
    }

    /// Reads the counters and sets them to zero.
    private static func read(_ store: SQLiteStore) throws -> Counters {
        try store.withConnection { connection in
            var counters = Counters()
            var statement = sqlite3_next_stmt(connection.handle, nil)
            while let current = statement {
                counters.scanned += sqlite3_stmt_status(current, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
                counters.sorted += sqlite3_stmt_status(current, SQLITE_STMTSTATUS_SORT, 1)
                counters.steps += sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 1)
                statement = sqlite3_next_stmt(connection.handle, current)
            }
            return counters
        }
    }

    static func store(_ folder: TemporaryFolder, rows: Int) throws -> SQLiteStore {
        let store = SQLiteStore(url: folder.file("\(rows).sqlite"))
        var values: [String: StoredValue] = [:]
        for number in 0..<rows {
            values["key \(number)"] = .integer(Int64(number))
        }
        _ = try store.commit(ChangeSet(updates: values), durability: .process)
        // Some removals too: they must cost nothing later.
        _ = try store.commit(ChangeSet(removals: ["key 1", "key 2"]), durability: .process)
        return store
    }

    static let calls: [(String, @Sendable (SQLiteStore) throws -> Void)] = [
        ("load", { _ = try $0.load(["key 3", "key 50", "missing"]) }),
        ("commit", { _ = try $0.commit(ChangeSet(updates: ["key 3": .bool(true)]), durability: .process) }),
        ("insert", { _ = try $0.commit(ChangeSet(updates: ["new": .bool(true)]), durability: .process) }),
        ("remove", { _ = try $0.commit(ChangeSet(removals: ["key 4"]), durability: .process) }),
        (
            "expect",
            {
                _ = try $0.commit(
                    ChangeSet(updates: ["new 2": .bool(true)], expects: ["missing": .zero]), durability: .process)
            }
        ),
        ("empty commit", { _ = try $0.commit(ChangeSet(), durability: .power) }),
        ("changes", { _ = try $0.changes(after: try $0.load([]).revision) }),
        ("open", { _ = try SQLiteStore(url: try #require($0.url)).load(["key 3"]) }),
    ]

    @Test(arguments: calls.indices)
    func isTheSameInALargeStore(_ index: Int) throws {
        let folder = try TemporaryFolder()
        let (name, call) = Self.calls[index]
        var seen: [Counters] = []
        for rows in [100, 10_000] {
            let store = try Self.store(folder, rows: rows)
            try call(store)
            seen.append(try Self.counters(store) { try call(store) })
        }
        #expect(seen[0] == seen[1], "\(name)")
        #expect(seen[1].scanned == 0 && seen[1].sorted == 0, "\(name)")
    }

    /// The pages that a new connection reads: its cache is empty, so each page that it needs is a miss.
    @Test func openingReadsFewPages() throws {
        let folder = try TemporaryFolder()
        var misses: [Int32] = []
        for rows in [100, 10_000] {
            _ = try Self.store(folder, rows: rows)
            let store = SQLiteStore(url: folder.file("\(rows).sqlite"))
            _ = try store.load(["key 3", "missing"])
            misses.append(
                try store.withConnection { connection in
                    var current: Int32 = 0
                    var highest: Int32 = 0
                    sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_CACHE_MISS, &current, &highest, 0)
                    return current
                })
        }
        // The trees of the large store are a level or two deeper; three of them are gone down.
        #expect(misses[1] - misses[0] <= 8, "\(misses)")
        #expect(misses[1] < 20, "\(misses)")
    }
}
