import Foundation
import Testing

@testable import DataContainer

@Suite("What is set aside keeps a name of its own, and what is not damaged stays")
struct SQLiteSettingAsideTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var damagedNames: [String] {
        get throws { try folder.names.filter { $0.hasPrefix("store.sqlite.damaged-") && $0.hasSuffix("Z") } }
    }

    private func write() throws {
        let values = Dictionary(uniqueKeysWithValues: (0..<200).map { ("key \($0)", StoredValue.text("value \($0)")) })
        _ = try SQLiteStore(url: folder.file()).commit(ChangeSet(updates: values), durability: .process)
    }

    /// Overwrites a part of the file with garbage.
    private func damage(_ range: Range<Int>) throws {
        var bytes = try Data(contentsOf: folder.file())
        bytes.replaceSubrange(range, with: Data(repeating: 0xA5, count: range.count))
        try bytes.write(to: folder.file(), options: [])
    }

    @Test func namesOfDamagedFilesAreUnique() throws {
        for number in 0..<3 {
            try Data("garbage \(number)".utf8).write(to: folder.file())
            _ = try SQLiteStore(url: folder.file()).load(nil)
        }
        let names = try folder.names.filter { $0.contains(".damaged-") && !$0.hasSuffix("-shm") }
        let contents = try names.map { String(decoding: try Data(contentsOf: folder.file($0)), as: UTF8.self) }
        #expect(contents.sorted() == ["garbage 0", "garbage 1", "garbage 2"])
    }

    @Test func newerLayoutIsLeftAloneEvenIfDamaged() throws {
        try write()
        try RawDatabase(folder.file()).execute("PRAGMA user_version = 2")
        try damage(5 * 2048..<9 * 2048)
        let bytes = try Data(contentsOf: folder.file())
        let error = #expect(throws: StoreError.self) { try SQLiteStore(url: folder.file()).load(nil) }
        #expect(error?.code == .newerLayout)
        #expect(try Data(contentsOf: folder.file()) == bytes)
        #expect(try damagedNames.isEmpty)
    }

    @Test func logKeepsTheNameOfItsFile() throws {
        for suffix in ["", "-wal", "-shm"] {
            try Data("garbage\(suffix)".utf8).write(to: folder.file("store.sqlite\(suffix)"))
        }
        _ = try SQLiteStore(url: folder.file()).load(nil)
        let name = try #require(damagedNames.first)
        #expect(try Data(contentsOf: folder.file(name + "-wal")) == Data("garbage-wal".utf8))
        #expect(FileManager.default.fileExists(atPath: folder.file(name + "-shm").path))
    }

    @Test func logThatWasSetAsideIsNotOverwritten() throws {
        let times = (0..<60).map { second in
            (Date.now + Double(second)).formatted(
                Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt))
        }
        for time in times { try Data(time.utf8).write(to: folder.file("store.sqlite.damaged-\(time)-wal")) }
        for suffix in ["", "-wal"] { try Data("garbage".utf8).write(to: folder.file("store.sqlite\(suffix)")) }
        _ = try SQLiteStore(url: folder.file()).load(nil)
        for time in times {
            #expect(
                try Data(contentsOf: folder.file("store.sqlite.damaged-\(time)-wal")) == Data(time.utf8), "\(time)")
        }
        #expect(try folder.names.contains { $0.hasSuffix("Z-2-wal") })
    }

    /// What was read may have been right by now, and another process may have been faster.
    @Test func soundFileIsNotSetAside() throws {
        let store = SQLiteStore(url: folder.file())
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        let damage = StoreError(.damaged, "It only seemed so.")
        try store.state.withLock { (state) throws(StoreError) in
            try store.recover(&state, damage, isRepeated: false)
            state.tried = FileIdentity(folder.url.path)
            try store.recover(&state, damage, isRepeated: true)
        }
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") })
        #expect(try store.load(nil).entries["a"]?.value == .integer(1))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func fileStaysIfItsLogCannotBeMoved() throws {
        // In a folder like /tmp, everybody may move what is theirs.
        chmod(folder.url.path, 0o1777)
        let path = folder.file().path
        try Data("garbage".utf8).write(to: folder.file())
        chown(path, 65_534, 65_534)
        try Data("log".utf8).write(to: folder.file("store.sqlite-wal"))
        chmod(path + "-wal", 0o666)
        let lines = try StoreChildProcess.run(["error", path, "65534"])
        #expect(lines.first?.hasPrefix("damaged: '\(path)' is damaged and could not be set aside") == true, "\(lines)")
        #expect(try Data(contentsOf: folder.file()) == Data("garbage".utf8))
        #expect(try Data(contentsOf: folder.file("store.sqlite-wal")) == Data("log".utf8))
    }

    /// The list of tables is damaged, but not the number of the layout before it.
    @Test func newerLayoutIsLeftAloneEvenIfNothingElseCanBeRead() throws {
        try write()
        try RawDatabase(folder.file()).execute("PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)")
        try damage(100..<2048)
        let bytes = try Data(contentsOf: folder.file())
        let error = #expect(throws: StoreError.self) { try SQLiteStore(url: folder.file()).load(nil) }
        #expect(error?.code == .newerLayout)
        #expect(try Data(contentsOf: folder.file()) == bytes)
    }

    /// What waits was made for a damaged file that another process has seen to since.
    @Test func fileThatIsThereIsNotReplacedByOneThatWaits() throws {
        try write()
        try Data("waits".utf8).write(to: folder.file("store.sqlite.recovered"))
        try SQLiteRecovery(folder.file().path).finish()
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries["key 1"]?.value == .text("value 1"))
        #expect(try damagedNames.isEmpty)
    }
}
