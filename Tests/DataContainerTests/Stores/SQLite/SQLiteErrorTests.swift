import CSQLite
import Foundation
import Testing

@testable import DataContainer

@Suite("A store that cannot be read or written says why")
struct SQLiteErrorTests {
    let folder: TemporaryFolder
    let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteStore(place: .file(folder.file()), patience: 50)
    }

    private func expect(_ code: StoreError.Code, _ message: String, _ location: SourceLocation = #_sourceLocation) {
        for body in [{ _ = try store.load(nil) }, { _ = try store.load(["a"]) }, set] {
            let error = #expect(throws: StoreError.self, sourceLocation: location) { try body() }
            #expect(error?.code == code, sourceLocation: location)
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")", sourceLocation: location)
        }
    }

    private func set() throws {
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
    }

    @Test func newerLayoutIsLeftAlone() throws {
        try set()
        // The change is still in the log, which must be left alone as well.
        let writer = try RawDatabase(folder.file())
        try writer.execute("PRAGMA user_version = 2")
        let copy = try TemporaryFolder()
        for name in ["store.sqlite", "store.sqlite-wal"] {
            try FileManager.default.copyItem(at: folder.file(name), to: copy.file(name))
        }
        let log = try Data(contentsOf: copy.file("store.sqlite-wal"))
        let file = try Data(contentsOf: copy.file("store.sqlite"))
        #expect(!log.isEmpty)
        for _ in 0..<2 {
            let store = SQLiteStore(url: copy.file())
            let error = #expect(throws: StoreError.self) { try store.load(nil) }
            #expect(error?.code == .newerLayout)
            #expect(error?.message.contains("layout 2; this one knows 1") == true)
            #expect(throws: StoreError.self) {
                try store.commit(ChangeSet(updates: ["a": .integer(2)]), durability: .power)
            }
        }
        #expect(try Data(contentsOf: copy.file("store.sqlite")) == file)
        #expect(try Data(contentsOf: copy.file("store.sqlite-wal")) == log)
    }

    @Test(arguments: [0, 1])
    func anotherDatabaseIsLeftAlone(_ version: Int) throws {
        try RawDatabase(folder.file()).execute("CREATE TABLE other (x); PRAGMA user_version = \(version)")
        let content = try Data(contentsOf: folder.file())
        if version == 0 {
            expect(.cannotOpen, "is an SQLite database of something else")
        } else {
            expect(.damaged, "has not the layout of a store")
        }
        #expect(try Data(contentsOf: folder.file()) == content)
    }

    @Test func emptyFileIsANewStore() throws {
        try Data().write(to: folder.file())
        #expect(try store.load(nil).entries.isEmpty)
        try set()
    }

    @Test func folderInItsPlace() throws {
        try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: false)
        expect(.cannotOpen, "is a folder")
    }

    @Test func missingFolder() throws {
        let store = SQLiteStore(url: folder.url.appending(path: "missing/store.sqlite"))
        let error = #expect(throws: StoreError.self) { try store.load(nil) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("does not exist. Create it") == true)
    }

    @Test func noFileURL() throws {
        let store = SQLiteStore(url: try #require(URL(string: "https://example.org/store.sqlite")))
        #expect(store.url == nil)
        let error = #expect(throws: StoreError.self) { try store.load(nil) }
        #expect(error?.code == .cannotOpen)
    }

    /// Somebody without rights, in a process of its own, since the tests may run as root.
    @Test(.enabled(if: getuid() == 0, "only root can become another user"))
    func missingPermission() throws {
        try set()
        chmod(folder.file().path, 0o600)
        chmod(folder.url.path, 0o755)
        var lines = try StoreChildProcess.run(["error", folder.file().path, "65534"])
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.hasPrefix("permissionDenied: The file"), "\(line)")
            #expect(line.contains("cannot be read by this process"), "\(line)")
        }
        lines = try StoreChildProcess.run(["error", folder.file("new.sqlite").path, "65534"])
        for line in lines {
            #expect(line.hasPrefix("permissionDenied: The folder"), "\(line)")
        }
        chmod(folder.url.path, 0o700)
        lines = try StoreChildProcess.run(["error", folder.file().path, "65534"])
        for line in lines {
            #expect(line.hasPrefix("permissionDenied: The folder"), "\(line)")
        }
    }

    @Test func fullDiskChangesNothing() throws {
        try set()
        try store.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA max_page_count = 1")
        }
        let large = ChangeSet(updates: ["a": .integer(2), "b": .data(Data(repeating: 1, count: 100_000))])
        let error = #expect(throws: StoreError.self) { try store.commit(large, durability: .process) }
        #expect(error?.code == .full)
        #expect(error?.message.contains("make room") == true)
        let snapshot = try store.load(nil)
        #expect(snapshot.entries.mapValues(\.value) == ["a": .integer(1)])
        try store.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA max_page_count = 100000")
        }
        #expect(try store.commit(large, durability: .process) == snapshot.revision.next)
    }

    @Test func limitedFileSizeIsReportedAsFull() throws {
        let lines = try StoreChildProcess.run(["full", folder.file().path])
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("full: ") == true, "\(lines)")
        #expect(lines.last == "still there", "\(lines)")
    }

    @Test func valueThatCannotBeStoredChangesNothing() throws {
        try set()
        let error = #expect(throws: StoreError.self) {
            try store.commit(
                ChangeSet(updates: ["a": .integer(2), "b": .real(.nan)], removals: ["a"]), durability: .process)
        }
        #expect(error?.code == .unsupported)
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .integer(1)])
    }

    @Test func otherWriterMakesItBusyForABoundedTime() throws {
        try set()
        let writer = try RawDatabase(folder.file())
        try writer.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: StoreError.self) { try set() }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("try again later") == true)
        // Reading does not wait for a writer.
        #expect(try store.load(["a"]).entries["a"]?.value == .integer(1))
        try writer.execute("ROLLBACK")
        try set()
    }

    @Test func everyResultCodeIsDescribed() {
        for code in Int32(1)...33 where code != SQLITE_ROW {
            let error = StoreError.sqlite(code, handle: nil, path: "/nowhere/store.sqlite")
            #expect(!error.message.isEmpty)
            #expect((error.cause as? SQLiteFailure)?.code == code)
        }
        #expect(StoreError.sqlite(SQLITE_BUSY | 2 << 8, handle: nil, path: "/").code == .busy)
    }
}
