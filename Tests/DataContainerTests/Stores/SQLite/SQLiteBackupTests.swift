import Foundation
import Testing

@testable import DataContainer

@Suite("A backup is made once a day, and only of a sound file")
struct SQLiteBackupTests {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let backup: URL

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteStore(url: folder.file())
        backup = folder.file("store.sqlite.backup")
    }

    private func set(_ value: Int64) throws {
        _ = try store.commit(ChangeSet(updates: ["a": .integer(value)]), durability: .process)
    }

    private var saved: StoredValue? {
        SQLiteBackup(folder.file().path).content()?.entries["a"]?.value
    }

    @Test func backupIsMadeWhenTheLastIsADayOld() throws {
        try set(1)
        try store.backUpIfDue(now: Date())
        #expect(saved == .integer(1))
        let mode = try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try set(2)
        try store.backUpIfDue(now: Date() + 23 * 60 * 60)
        #expect(saved == .integer(1))
        try store.backUpIfDue(now: Date() + 25 * 60 * 60)
        #expect(saved == .integer(2))
        // A clock that was wrong once must not keep backups from being made.
        try set(3)
        try store.backUpIfDue(now: Date() - 48 * 60 * 60)
        #expect(saved == .integer(3))
        #expect(try folder.names.filter { $0.contains("backup") } == ["store.sqlite.backup"])
        #expect(try SQLiteStore(url: backup).load(nil).entries["a"]?.value == .integer(3))
    }

    @Test func thereIsNoBackupOfNothing() throws {
        try store.backUpIfDue(now: Date())
        #expect(try folder.names.isEmpty)
    }

    @Test func backupIsNeverMadeOfADamagedFile() throws {
        try set(1)
        try store.backUpIfDue(now: Date())
        _ = try store.commit(ChangeSet(updates: ["b": .integer(1)]), durability: .process)
        try RawDatabase(folder.file()).execute("UPDATE entries SET value = 9 WHERE key = 'a'")
        let error = #expect(throws: StoreError.self) { try store.backUpIfDue(now: Date() + 48 * 60 * 60) }
        #expect(error?.code == .damaged)
        #expect(saved == .integer(1))
        #expect(try folder.names.filter { $0.contains("backup") } == ["store.sqlite.backup"])
    }

    @Test func damagedBackupIsNotUsed() throws {
        try set(1)
        try store.backUpIfDue(now: Date())
        try RawDatabase(backup).execute("UPDATE entries SET value = 9")
        #expect(SQLiteBackup(folder.file().path).content() == nil)
        try Data("garbage".utf8).write(to: backup)
        #expect(SQLiteBackup(folder.file().path).content() == nil)
    }

    @Test func backupOfAnotherLayoutIsNotUsed() throws {
        try set(1)
        try store.backUpIfDue(now: Date())
        try RawDatabase(backup).execute("PRAGMA user_version = 2")
        #expect(SQLiteBackup(folder.file().path).content() == nil)
    }

    /// The entries can be read, but the file is not what was written.
    @Test func backupWhoseStructureIsDamagedIsNotUsed() throws {
        try set(1)
        try store.backUpIfDue(now: Date())
        var bytes = try Data(contentsOf: backup)
        // How many unused pages there are.
        bytes[39] = 1
        try bytes.write(to: backup)
        #expect(try SQLiteStore(url: backup).load(nil).entries["a"]?.value == .integer(1))
        #expect(SQLiteBackup(folder.file().path).content() == nil)
    }

    @Test func backupThatAnotherProcessIsMakingIsLeftToIt() throws {
        try set(1)
        let new = folder.file("store.sqlite.backup-new")
        try Data("theirs".utf8).write(to: new)
        let file = open(new.path, O_RDWR)
        defer { close(file) }
        try #require(flock(file, LOCK_EX | LOCK_NB) == 0)
        try store.backUpIfDue(now: Date())
        #expect(try Data(contentsOf: new) == Data("theirs".utf8))
        #expect(try !folder.names.contains("store.sqlite.backup"))
    }

    @Test func halfABackupOfAProcessThatDiedIsReplaced() throws {
        try set(1)
        try Data(repeating: 1, count: 100_000).write(to: folder.file("store.sqlite.backup-new"))
        try store.backUpIfDue(now: Date())
        #expect(saved == .integer(1))
        #expect(try !folder.names.contains("store.sqlite.backup-new"))
    }

    @Test func containerMakesOneInTheBackground() throws {
        let state = AppState(store: store, saving: .onBackground, lifecycle: .none)
        state.launches = 5
        state._handle.core.handle(.background)
        #expect(SQLiteBackup(folder.file().path).content()?.entries["launches"]?.value == .integer(5))
    }
}
