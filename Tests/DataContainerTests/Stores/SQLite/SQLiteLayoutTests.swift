import CSQLite
import Foundation
import Testing

@testable import DataContainer

@Suite("The SQLite file is small, readable and private")
struct SQLiteLayoutTests {
    let folder: TemporaryFolder
    let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteStore(url: folder.file())
    }

    @Test func makingAStoreTouchesNoDisk() throws {
        #expect(try folder.names == [])
    }

    @Test func rowsCanBeReadByAPerson() throws {
        _ = try store.commit(
            ChangeSet(updates: [
                "bool": .bool(true), "integer": .integer(-5), "real": .real(2.5), "text": .text("hé"),
                "data": .data(Data([0x41])), "date": .date(1.5), "json": .json("{\"a\":1}"), "zero": .real(-0.0),
            ]), durability: .process)
        _ = try store.commit(ChangeSet(removals: ["integer"]), durability: .process)
        let rows = try RawDatabase(folder.file()).rows(
            "SELECT key, type, typeof(value), value, revision FROM entries ORDER BY key")
        #expect(
            rows == [
                "bool|bool|integer|1|1", "data|data|blob|A|1", "date|date|real|1.5|1", "integer|removed|null|NULL|2",
                "json|json|text|{\"a\":1}|1", "real|real|real|2.5|1", "text|text|text|hé|1", "zero|real|text|-0.0|1",
            ])
    }

    @Test func fileHasTheLayoutNumberAndALog() throws {
        _ = try store.load(nil)
        let database = try RawDatabase(folder.file())
        #expect(try database.rows("PRAGMA user_version") == ["1"])
        #expect(try database.rows("PRAGMA journal_mode") == ["wal"])
        #expect(try database.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func copyWithoutALogGetsOne() throws {
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        let copy = folder.file("copy.sqlite")
        try RawDatabase(folder.file()).execute("VACUUM INTO '\(copy.path)'")
        #expect(try RawDatabase(copy).rows("PRAGMA journal_mode") == ["delete"])
        #expect(try SQLiteStore(url: copy).load(nil).entries == store.load(nil).entries)
        #expect(try RawDatabase(copy).rows("PRAGMA journal_mode") == ["wal"])
    }

    @Test func filesAreForTheUserAlone() throws {
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        #expect(try folder.names == ["store.sqlite", "store.sqlite-shm", "store.sqlite-wal"])
        for name in try folder.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func closingLeavesOneFile() throws {
        do {
            let store = SQLiteStore(url: folder.file())
            _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        }
        #expect(try folder.names == ["store.sqlite"])
        #expect(try store.load(nil).entries["a"]?.value == .integer(1))
    }

    @Test func removalsAreKeptUntilTheNextOpen() throws {
        _ = try store.commit(
            ChangeSet(updates: ["a": .integer(1), "b": .integer(1), "c": .integer(1)]), durability: .process)
        let a = try store.commit(ChangeSet(removals: ["a"]), durability: .process)
        let b = try store.commit(ChangeSet(removals: ["b"]), durability: .process)
        #expect(try store.changes(after: .zero).removed == ["a": a, "b": b])
        #expect(try store.changes(after: a).removed == ["b": b])

        let second = SQLiteStore(url: folder.file())
        #expect(try second.changes(after: .zero).removed == ["b": b])
        #expect(try second.load(nil).revision == b)
        #expect(try second.load(nil).entries.keys.sorted() == ["c"])
        // The open store goes on with what the other one has left.
        #expect(try store.commit(ChangeSet(updates: ["a": .integer(2)]), durability: .process) == b.next)
    }

    @Test func changesAreThoseAfterTheRevision() throws {
        let first = try store.commit(
            ChangeSet(updates: ["a": .integer(1), "b": .integer(1)]), durability: .process)
        let second = try store.commit(ChangeSet(updates: ["b": .integer(2)], removals: ["a"]), durability: .process)
        let third = try store.commit(ChangeSet(updates: ["c": .text("x")]), durability: .process)

        let all = try store.changes(after: .zero)
        #expect(all.entries.mapValues(\.revision) == ["b": second, "c": third])
        #expect(all.removed == ["a": second])
        #expect(all.revision == third)
        #expect(try store.changes(after: first).removed == ["a": second])
        let last = try store.changes(after: second)
        #expect(last.entries == ["c": Entry(value: .text("x"), revision: third)])
        #expect(last.removed.isEmpty)
        let none = try store.changes(after: third)
        #expect(none.entries.isEmpty && none.removed.isEmpty && none.revision == third)
    }
}
