import Foundation
import Testing

@testable import DataContainer

@Suite("What a connection has written it knows, until somebody else writes")
struct SQLiteOwnCommitsTests {
    let folder: TemporaryFolder
    let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteStore(url: folder.file())
    }

    @discardableResult
    private func set(_ store: SQLiteStore, _ key: String, _ value: Int64) throws -> Revision {
        try store.commit(ChangeSet(updates: [key: .integer(value)]), durability: .process)
    }

    /// Whether the connection knows what it wrote to the entry.
    private func knows(_ key: String) throws -> Bool {
        try store.withConnection { (connection) throws(StoreError) in
            try connection.reading { () throws(StoreError) in
                _ = try connection.revision()
                return connection.own.areLatest(connection.stateOfFile) && connection.own.revision(of: key) != nil
            }
        }
    }

    @Test func knowsWhatItWrote() throws {
        let first = try set(store, "a", 1)
        #expect(try knows("a"))
        #expect(try set(store, "b", 2) == first.next)
        #expect(try knows("a") && knows("b"))
        _ = try store.commit(ChangeSet(removals: ["a"]), durability: .process)
        #expect(try !knows("a"))
        #expect(try knows("b"))
    }

    @Test func readsNothingBeforeItWritesAgain() throws {
        try set(store, "a", 1)
        try set(store, "a", 2)
        let again = try SQLiteCostTests.counters(store) { try set(store, "a", 3) }
        let other = SQLiteStore(url: folder.file())
        try set(other, "b", 1)
        let afterAnother = try SQLiteCostTests.counters(store) { try set(store, "a", 4) }
        #expect(again.steps < afterAnother.steps)
    }

    @Test func commitsOfOthersAreCounted() throws {
        let other = SQLiteStore(url: folder.file())
        var last = try set(store, "a", 1)
        for number in 2..<20 {
            let next = try set(number.isMultiple(of: 2) ? other : store, "a", Int64(number))
            #expect(next == last.next)
            last = next
        }
        #expect(try store.load(["a"]).entries["a"] == Entry(value: .integer(19), revision: last))
    }

    @Test("What is expected of an entry is compared with what others wrote", arguments: [true, false])
    func expectationsFail(_ changesSomething: Bool) throws {
        let mine = try set(store, "a", 1)
        let theirs = try set(SQLiteStore(url: folder.file()), "a", 2)
        let changes = ChangeSet(updates: changesSomething ? ["b": .integer(1)] : [:], expects: ["a": mine])
        let error = #expect(throws: StoreError.self) { try store.commit(changes, durability: .process) }
        #expect(error?.code == .conflict)
        #expect(try store.load(["a", "b"]).entries == ["a": Entry(value: .integer(2), revision: theirs)])
    }

    @Test func aRowThatSomebodyElseBrokeIsSetAside() throws {
        try set(store, "a", 7)
        try RawDatabase(folder.file()).execute("UPDATE entries SET checksum = 0 WHERE key = 'a'")
        try set(store, "a", 8)
        #expect(try RawDatabase(folder.file()).rows("SELECT value FROM set_aside") == ["7"])
    }

    @Test func aFailedCommitIsNotRemembered() throws {
        try set(store, "a", 1)
        let conflicting = ChangeSet(updates: ["b": .integer(1)], expects: ["missing": Revision(rawValue: 9)])
        #expect(throws: StoreError.self) { try store.commit(conflicting, durability: .process) }
        #expect(try !knows("b"))
        #expect(try set(store, "c", 1) == Revision(rawValue: 2))
    }

    @Test func manyEntriesAreNotRemembered() throws {
        let many = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key \($0)", StoredValue.bool(true)) })
        try set(store, "a", 1)
        _ = try store.commit(ChangeSet(updates: many), durability: .process)
        #expect(try !knows("a") && !knows("key 1"))
        #expect(try set(store, "a", 2) == Revision(rawValue: 3))
        #expect(try knows("a"))
    }
}
