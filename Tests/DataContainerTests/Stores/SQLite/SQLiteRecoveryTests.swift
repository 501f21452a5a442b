import Foundation
import Testing

@testable import DataContainer

@Suite("A damaged file is set aside, and what can be saved is")
struct SQLiteRecoveryTests {
    let folder: TemporaryFolder
    static let values: [String: StoredValue] = Dictionary(
        uniqueKeysWithValues: (0..<200).map { ("key \($0)", .text("value \($0) " + String(repeating: "x", count: 40))) }
    )

    init() throws {
        folder = try TemporaryFolder()
    }

    private var damagedNames: [String] {
        get throws { try folder.names.filter { $0.hasPrefix("store.sqlite.damaged-") && $0.hasSuffix("Z") } }
    }

    private func write(_ values: [String: StoredValue] = Self.values) throws {
        _ = try SQLiteStore(url: folder.file()).commit(ChangeSet(updates: values), durability: .process)
    }

    /// Overwrites pages of the file with garbage.
    private func damage(pages: Range<Int>) throws {
        var bytes = try Data(contentsOf: folder.file())
        let range = pages.lowerBound * 2048..<min(bytes.count, pages.upperBound * 2048)
        bytes.replaceSubrange(range, with: Data(repeating: 0xA5, count: range.count))
        try bytes.write(to: folder.file(), options: [])
    }

    @Test(arguments: ["This is no database.", String(repeating: "garbage ", count: 1_000), "x"])
    func garbageIsSetAsideAndNotOverwritten(_ content: String) throws {
        try Data(content.utf8).write(to: folder.file())
        let store = SQLiteStore(url: folder.file())
        let snapshot = try store.load(nil)
        #expect(snapshot.entries.isEmpty)
        #expect(snapshot.notices.count == 1)
        let name = try #require(damagedNames.first)
        #expect(name.wholeMatch(of: /store\.sqlite\.damaged-\d{8}T\d{6}Z/) != nil, "\(name)")
        #expect(snapshot.notices.first?.message.contains(name) == true)
        #expect(try Data(contentsOf: folder.file(name)) == Data(content.utf8))
        // Told once.
        #expect(try store.load(nil).notices.isEmpty)
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries["a"]?.value == .integer(1))
        #expect(try damagedNames == [name])
    }

    @Test func readableEntriesAreKeptAndOthersAreReported() throws {
        try write()
        let highest = try SQLiteStore(url: folder.file()).load([]).revision
        try damage(pages: 8..<10)
        let original = try Data(contentsOf: folder.file())
        let store = SQLiteStore(url: folder.file())
        var snapshot = try store.load(nil)
        #expect(try Data(contentsOf: folder.file(#require(damagedNames.first))) == original)
        #expect(snapshot.entries.count > 50)
        #expect(!snapshot.notices.isEmpty)
        #expect(snapshot.revision > highest)
        for (key, value) in Self.values {
            if let found = snapshot.entries[key] {
                #expect(found.value == value)
            } else {
                #expect(snapshot.unreadable[key]?.code == .damaged, "\(key)")
                #expect(snapshot.notices.contains { $0.key == key }, "\(key)")
            }
        }
        // In every later process, too, what is lost is not missing, until it is set.
        let reopened = try SQLiteStore(url: folder.file()).load(nil)
        #expect(reopened.entries == snapshot.entries && reopened.unreadable.keys == snapshot.unreadable.keys)
        // What is known to be lost does not keep a backup of the rest from being made.
        try store.backUpIfDue(now: Date())
        #expect(SQLiteBackup(folder.file().path).content()?.entries.keys == snapshot.entries.keys)
        let lost = try #require(snapshot.unreadable.keys.first)
        _ = try store.commit(ChangeSet(updates: [lost: .integer(1)]), durability: .process)
        snapshot = try store.load([lost])
        #expect(snapshot.entries[lost]?.value == .integer(1) && snapshot.unreadable.isEmpty)
        #expect(try RawDatabase(folder.file()).rows("PRAGMA integrity_check") == ["ok"])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file().path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func backupFillsTheRest() throws {
        try write()
        do {
            let store = SQLiteStore(url: folder.file())
            _ = try store.commit(ChangeSet(removals: ["key 0"]), durability: .process)
            try store.backUpIfDue(now: Date())
            // Newer than the backup, and removed since.
            _ = try store.commit(
                ChangeSet(updates: ["key 1": .text("newer")], removals: ["key 2"]), durability: .process)
        }
        try damage(pages: 0..<1_000)
        let snapshot = try SQLiteStore(url: folder.file()).load(nil)
        var expected = Self.values
        expected["key 0"] = nil
        #expect(snapshot.entries.mapValues(\.value) == expected)
        #expect(snapshot.notices.count == 1 + expected.count)
        #expect(snapshot.notices[0].message.contains("from the backup of 20"))
    }

    @Test func backupDoesNotBringBackWhatWasRemoved() throws {
        try write()
        do {
            let store = SQLiteStore(url: folder.file())
            try store.backUpIfDue(now: Date())
            _ = try store.commit(ChangeSet(removals: ["key 0"]), durability: .process)
            _ = try store.commit(ChangeSet(removals: ["key 1"]), durability: .process)
            // Reopening deletes what is left of the first removal.
            _ = try SQLiteStore(url: folder.file()).load([])
        }
        try damage(pages: 8..<10)
        let snapshot = try SQLiteStore(url: folder.file()).load(nil)
        #expect(try damagedNames.count == 1)
        #expect(snapshot.unreadable.isEmpty)
        var expected = Self.values
        expected["key 0"] = nil
        expected["key 1"] = nil
        #expect(snapshot.entries.mapValues(\.value) == expected)
    }

    @Test func damageFoundByACommitIsSeenToAndTheCommitMade() throws {
        let store = SQLiteStore(url: folder.file())
        try Data("garbage".utf8).write(to: folder.file())
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .power)
        let snapshot = try store.load(nil)
        #expect(snapshot.entries["a"]?.value == .integer(1))
        #expect(snapshot.notices.count == 1)
    }

    @Test func singleDamagedEntryIsCopiedBeforeItIsOverwritten() throws {
        let store = SQLiteStore(url: folder.file())
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1), "b": .integer(2)]), durability: .process)
        try RawDatabase(folder.file()).execute("UPDATE entries SET value = 7")
        _ = try store.commit(ChangeSet(updates: ["a": .integer(3)], removals: ["b"]), durability: .process)
        let rows = try RawDatabase(folder.file()).rows(
            "SELECT key, type, value, revision, time IS NOT NULL FROM set_aside ORDER BY key")
        #expect(rows == ["a|integer|7|1|1", "b|integer|7|1|1"])
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .integer(3)])
    }

    @Test func singleDamagedEntryTakesItsValueFromTheBackup() throws {
        let store = SQLiteStore(url: folder.file())
        _ = try store.commit(
            ChangeSet(updates: ["launches": .integer(41), "flag_key": .bool(true)]), durability: .power)
        try store.backUpIfDue(now: Date())
        try RawDatabase(folder.file()).execute("UPDATE entries SET value = 7 WHERE key = 'launches'")
        let snapshot = try store.load(["launches", "flag_key"])
        #expect(snapshot.unreadable.keys.sorted() == ["launches"])
        #expect(snapshot.entries["launches"] == Entry(value: .integer(41), revision: .zero))
        #expect(snapshot.notices.map(\.key) == ["launches"])
        // Told once.
        #expect(try store.load(["launches"]).notices.isEmpty)
        // The container takes it, says so, and writes even the same value over the damaged entry.
        let errors = Log<ContainerError>()
        let state = AppState(
            store: SQLiteStore(url: folder.file()), saving: .immediately, lifecycle: .none,
            onError: { errors.append($0) })
        #expect(state.launches == 41 && state.flag)
        #expect(Set(errors.all.map(\.code)) == [.recovered, .damagedEntry])
        #expect(errors.all.allSatisfy { $0.key == "launches" })
        state.launches = 41
        #expect(try store.load(nil).unreadable.isEmpty)
        #expect(try RawDatabase(folder.file()).rows("SELECT value FROM set_aside") == ["7"])
        // A transaction counts on from it.
        #expect(
            try state.transaction {
                $0.launches += 1; return $0.launches
            } == 42)
    }

    @Test func containerReportsWhatBecameOfADamagedFile() throws {
        try Data("garbage".utf8).write(to: folder.file())
        let errors = Log<ContainerError>()
        let state = AppState(
            store: SQLiteStore(url: folder.file()), saving: .immediately, lifecycle: .none,
            onError: { errors.append($0) })
        #expect(state.status.isReady)
        #expect(errors.all.map(\.code) == [.recovered])
        #expect(errors.all.first?.message.contains("store.sqlite.damaged-") == true)
        state.launches = 3
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries["launches"]?.value == .integer(3))
    }

    @Test func containerSavesAgainWhatTheStoreHasLost() throws {
        let errors = Log<ContainerError>()
        let store = SQLiteStore(url: folder.file())
        let state = AppState(store: store, saving: .immediately, lifecycle: .none) { errors.append($0) }
        state.launches = 41
        state.someString = "kept in memory"
        // By rename, so that the open connection does not go on with the old content; the log goes with the file.
        try Data(repeating: 0x47, count: 9_000).write(to: folder.file("garbage"))
        try store.replaceFiles { [folder] in
            for suffix in ["-wal", "-shm"] { unlink(folder.file().path + suffix) }
            rename(folder.file("garbage").path, folder.file().path)
        }
        try state.reload()
        #expect(state.launches == 41 && state.someString == "kept in memory")
        #expect(errors.all.map(\.code) == [.recovered])
        try state.save()
        let entries = try SQLiteStore(url: folder.file()).load(nil).entries
        #expect(entries.mapValues(\.value) == ["launches": .integer(41), "someString": .text("kept in memory")])
    }

    /// A process may die between any two steps of setting aside.
    @Test(arguments: 0..<4)
    func recoveryThatWasInterruptedIsFinished(_ step: Int) throws {
        try write(["a": .integer(1)])
        try FileManager.default.copyItem(at: folder.file(), to: folder.file("store.sqlite.recovered"))
        try Data("garbage".utf8).write(to: folder.file())
        try Data("log".utf8).write(to: folder.file("store.sqlite-wal"))
        let aside = "store.sqlite.damaged-20261130T014500Z"
        if step >= 1 { try FileManager.default.moveItem(at: folder.file(), to: folder.file(aside)) }
        if step >= 2 {
            try FileManager.default.moveItem(at: folder.file("store.sqlite-wal"), to: folder.file(aside + "-wal"))
        }
        if step >= 3 {
            try FileManager.default.moveItem(at: folder.file("store.sqlite.recovered"), to: folder.file())
        }
        let snapshot = try SQLiteStore(url: folder.file()).load(nil)
        if step > 0 { #expect(snapshot.entries["a"]?.value == .integer(1)) }
        // Nothing of the damaged file is gone.
        let kept = try folder.names.filter { $0.contains("damaged") }.map { try Data(contentsOf: folder.file($0)) }
        #expect(kept.contains(Data("garbage".utf8)) && kept.contains(Data("log".utf8)))
        #expect(try !folder.names.contains("store.sqlite.recovered"))
    }

    @Test func manyStoresFindTheDamageAtOnce() async throws {
        for round in 0..<5 {
            let url = folder.file("\(round).sqlite")
            _ = try SQLiteStore(url: url).commit(ChangeSet(updates: Self.values), durability: .process)
            try Data("garbage \(round)".utf8).write(to: url)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        _ = try SQLiteStore(url: url).commit(
                            ChangeSet(updates: ["\(number)": .integer(1)]), durability: .process)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try SQLiteStore(url: url).load(nil).entries.count == 6)
            let aside = try folder.names.filter { $0.hasPrefix("\(round).sqlite.damaged-") && !$0.hasSuffix("-shm") }
            #expect(aside.count == 1, "\(aside)")
        }
    }

    @Test func manyProcessesFindTheDamageAtOnce() throws {
        try Data("garbage".utf8).write(to: folder.file())
        let children = try (0..<6).map {
            try StoreChildProcess(["commit", folder.file().path, "\($0)"], program: "ContainerChild")
        }
        for child in children { #expect(child.remainingLines() == ["done"]) }
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries.count == 6)
        #expect(try damagedNames.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }.count == 1)
    }

    @Test func otherStoresGoOnWithTheNewFile() throws {
        try write()
        let other = SQLiteStore(url: folder.file())
        let reports = Log<ExternalChange>()
        let observation = other.observe { reports.append($0) }
        #expect(try other.load(["key 1"]).entries.count == 1)
        try damage(pages: 8..<10)
        _ = try SQLiteStore(url: folder.file()).load(nil)
        waitUntil("the other store learns of it") { reports.all.contains { !$0.isComplete } }
        _ = try other.commit(ChangeSet(updates: ["other": .integer(1)]), durability: .process)
        #expect(try SQLiteStore(url: folder.file()).load(["other"]).entries["other"]?.value == .integer(1))
        try #require(observation).cancel()
    }

    /// The first sixteen bytes are wrong; what was committed last is in the log alone.
    @Test func damagedHeaderLosesNothing() throws {
        let source = try TemporaryFolder()
        do {
            let store = SQLiteStore(url: source.file())
            _ = try store.commit(ChangeSet(updates: Self.values), durability: .process)
            try RawDatabase(source.file()).execute("PRAGMA wal_checkpoint(TRUNCATE)")
            let last = try store.commit(ChangeSet(updates: ["late": .integer(1)]), durability: .process)
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    at: source.file("store.sqlite\(suffix)"), to: folder.file("store.sqlite\(suffix)"))
                // What a process left that died while it did the same.
                try Data("half".utf8).write(to: folder.file("store.sqlite.recovering-copy\(suffix)"))
            }
            var bytes = try Data(contentsOf: folder.file())
            bytes.replaceSubrange(0..<16, with: Data(repeating: 0xA5, count: 16))
            try bytes.write(to: folder.file())
            let snapshot = try SQLiteStore(url: folder.file()).load(nil)
            #expect(snapshot.entries.mapValues(\.value) == Self.values.merging(["late": .integer(1)]) { $1 })
            #expect(snapshot.revision > last)
            #expect(snapshot.notices.count == 1)
        }
        #expect(try folder.names.allSatisfy { !$0.contains("recover") })
    }

    /// Every way through a file is tried, so that damage costs what stood on the damaged pages.
    @Test func damagedPagesLoseOnlyWhatStoodOnThem() throws {
        try write()
        let bytes = try Data(contentsOf: folder.file())
        let leaves = (2..<bytes.count / 2048).filter { bytes[$0 * 2048] == 0x0A || bytes[$0 * 2048] == 0x0D }
        #expect(leaves.count > 6)
        for first in leaves {
            for second in leaves where second > first {
                let folder = try TemporaryFolder()
                var damaged = bytes
                for page in [first, second] {
                    damaged.replaceSubrange(
                        page * 2048..<(page + 1) * 2048, with: Data(repeating: 0xA5, count: 2048))
                }
                try damaged.write(to: folder.file())
                let snapshot = try SQLiteStore(url: folder.file()).load(nil)
                #expect(snapshot.entries.count >= 200 - 2 * 30, "pages \(first) and \(second)")
                for (key, entry) in snapshot.entries { #expect(entry.value == Self.values[key], "\(key)") }
            }
        }
    }
}
