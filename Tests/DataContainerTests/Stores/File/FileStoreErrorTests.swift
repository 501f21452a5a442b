import Foundation
import Testing

@testable import DataContainer

@Suite("A file that cannot be read or written says why, and is never overwritten")
struct FileStoreErrorTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(_ format: FileFormat, _ name: String = "state") -> FileStore {
        FileStore(url: folder.file(name), format: format, timing: .init(patience: 0.05, settling: 0.02))
    }

    private func set(_ store: FileStore, _ key: String = "a", _ value: Int64 = 1) throws {
        _ = try store.commit(ChangeSet(updates: [key: .integer(value)]), durability: .process)
    }

    private func expect(
        _ store: FileStore, _ code: StoreError.Code, _ message: String, _ location: SourceLocation = #_sourceLocation
    ) {
        for body in [{ _ = try store.load(nil) }, { try set(store) }] {
            let error = #expect(throws: StoreError.self, sourceLocation: location) { try body() }
            #expect(error?.code == code, sourceLocation: location)
            #expect(error?.message == message, sourceLocation: location)
        }
    }

    private var setAside: [String] {
        get throws { try folder.names.filter { $0.hasPrefix("state.damaged-") } }
    }

    @Test(arguments: FileFormat.allCases, ["", "  \n", "garbage", "{\"a\": 1", "[1]", "<plist></plist>", "bplist00"])
    func invalidFileIsSetAsideAndReported(_ format: FileFormat, _ content: String) throws {
        for isCommit in [false, true] {
            try Data(content.utf8).write(to: folder.file("state"))
            let store = store(format)
            if isCommit { try set(store) }
            let snapshot = try store.load(["a"])
            #expect(snapshot.entries.count == (isCommit ? 1 : 0))
            #expect(snapshot.notices.count == 1)
            let message = try #require(snapshot.notices.first?.message)
            let name = try #require(try setAside.last)
            #expect(message.hasPrefix("'\(folder.file("state").path)' was no \(format.name): "))
            #expect(message.hasSuffix("It is now '\(folder.file(name).path)'; the store starts anew."))
            #expect(try Data(contentsOf: folder.file(name)) == Data(content.utf8))
            try set(store)
            let again = try store.load(nil)
            #expect(again.entries["a"]?.value == .integer(1))
            #expect(again.notices.isEmpty)
            try FileManager.default.removeItem(at: folder.file("state"))
        }
        // Both are kept, though they were set aside within the same second.
        #expect(try setAside.count == 2)
    }

    @Test(arguments: FileFormat.allCases)
    func whatWasReadBeforeTakesItsPlace(_ format: FileFormat) throws {
        let store = store(format)
        try set(store)
        try Data("garbage".utf8).write(to: store.url)
        _ = try store.load([])
        #expect(try FileStore(url: store.url, format: format).load(nil).entries.keys.sorted() == ["a"])
        try set(store, "b")
        #expect(try FileStore(url: store.url, format: format).load(nil).entries.keys.sorted() == ["a", "b"])
        let message = try store.load(["a"]).notices.first?.message
        #expect(message?.hasSuffix("; what was read of it before has taken its place.") == true)
        #expect(try setAside.count == 1)
    }

    @Test func containerTellsOfTheDamageAndGoesOn() throws {
        try Data("garbage".utf8).write(to: folder.file("state"))
        let scheduler = ManualScheduler()
        let errors = Lock<[ContainerError]>([])
        let store = store(.json)
        let state = scheduler.use {
            AppState(store: store, saving: .immediately, onError: { error in errors.withLock { $0.append(error) } })
        }
        #expect(state.status.isReady)
        scheduler.advance(by: .seconds(1))
        #expect(errors.withLock { $0.map(\.code) } == [.recovered])
        state.launches = 5
        #expect(try store.load(nil).entries["launches"]?.value == .integer(5))
        #expect(try setAside.count == 1)
    }

    /// Somebody is in the middle of saving the file in place.
    @Test func fileThatIsBeingSavedIsWaitedFor() throws {
        let store = FileStore(url: folder.file("state"), format: .json, timing: .init(patience: 5, settling: 5))
        try Data("{\"a\": ".utf8).write(to: store.url)
        let found = Lock<StoredValue?>(nil)
        let done = onThread("load") {
            let value = try? store.load(["a"]).entries["a"]?.value
            found.withLock { $0 = value }
        }
        waitUntil("the load looks") { store.state.withLockIfAvailable { _ in true } == nil }
        let file = try FileHandle(forWritingTo: store.url)
        try file.seekToEnd()
        file.write(Data("7}".utf8))
        try file.close()
        done.wait()
        #expect(found.withLock { $0 } == .integer(7))
        #expect(try setAside.isEmpty)
    }

    @Test(arguments: FileFormat.allCases)
    func newerLayoutIsLeftAlone(_ format: FileFormat) throws {
        let content: Data
        switch format {
        case .json: content = Data("{\"$DataContainer\": {\"layout\": 2}, \"a\": 1}".utf8)
        case .propertyList:
            content = try PropertyListSerialization.data(fromPropertyList: ["layout": 2], format: .xml, options: 0)
        case .archive:
            content = try ArchiveFileCoding.archive(of: ["layout": 2])
        }
        try content.write(to: folder.file("state"))
        expect(
            store(format), .newerLayout,
            """
            '\(folder.file("state").path)' was written by a newer version of DataContainer, in layout 2; this one knows \
            1. It is left alone; use the newer version.
            """)
        #expect(try Data(contentsOf: folder.file("state")) == content)
        #expect(try setAside.isEmpty)
    }

    @Test func folderInItsPlace() throws {
        try FileManager.default.createDirectory(at: folder.file("state"), withIntermediateDirectories: false)
        expect(
            store(.json), .cannotOpen,
            "'\(folder.file("state").path)' is a folder. Choose another place for the store, or move it away.")
    }

    @Test func pipeInItsPlace() throws {
        #expect(mkfifo(folder.file("state").path, 0o600) == 0)
        expect(
            store(.json), .cannotOpen,
            "'\(folder.file("state").path)' is no plain file. Choose another place for the store, or move it away.")
    }

    @Test func missingFolder() throws {
        let store = store(.json, "missing/state")
        let path = folder.file("missing").path
        expect(store, .cannotOpen, "The folder '\(path)' does not exist. Create it, or choose another place.")
        #expect(store.observe { _ in } == nil)
        try FileManager.default.createDirectory(at: folder.file("missing"), withIntermediateDirectories: false)
        try set(store)
        #expect(try store.load(nil).entries.count == 1)
    }

    @Test func noFile() {
        expect(
            FileStore(url: URL(string: "https://example.com/a")!, format: .json), .cannotOpen,
            "'https://example.com/a' is not the URL of a file.")
    }

    @Test func linksInACircle() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("state").path, withDestinationPath: folder.file("state").path)
        expect(
            store(.json), .cannotOpen,
            "The symbolic links at '\(folder.file("state").path)' lead round in a circle.")
    }

    @Test(arguments: FileFormat.allCases)
    func fullDisk(_ format: FileFormat) throws {
        let path = folder.file("state").path
        #expect(
            try StoreChildProcess.run(["file-full", "\(format):\(path)"]) == [
                "full: The disk of '\(path)', or the quota, is full. Nothing was changed; make room.", "still there",
                "committed 2",
            ])
        #expect(try folder.names == ["state", "state.lock"])
    }

    @Test(arguments: FileFormat.allCases)
    func numberThatIsNotFiniteChangesNothing(_ format: FileFormat) throws {
        let store = store(format)
        try set(store)
        for value in [StoredValue.real(.nan), .date(.infinity)] {
            let error = #expect(throws: StoreError.self) {
                try store.commit(ChangeSet(updates: ["a": .integer(2), "b": value]), durability: .process)
            }
            #expect(error?.code == .unsupported)
        }
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .integer(1)])
    }

    @Test func leftoversOfAKilledProcessAreReplaced() throws {
        try Data("half".utf8).write(to: folder.file("state.writing"))
        let store = store(.json)
        #expect(try store.load(nil).entries.isEmpty)
        try set(store)
        #expect(try folder.names == ["state", "state.lock"])
    }

    @Test func noticesAreNotGivenToWhoAsksForNothing() throws {
        try Data("garbage".utf8).write(to: folder.file("state"))
        let store = store(.json)
        #expect(try store.load([]).notices.isEmpty)
        #expect(try store.load(["a"]).notices.count == 1)
    }

    /// An editor may move it away before it writes the new one.
    @Test func fileThatIsGoneIsWaitedFor() throws {
        let store = store(.json)
        try set(store)
        try FileManager.default.removeItem(at: store.url)
        func count() -> Int? { store.state.withLock { $0.contents?.entries.count } }
        #expect(store.look(since: .now))
        #expect(count() == 1)
        #expect(!store.look(since: .now - .seconds(1)))
        #expect(count() == 0)
    }

    @Test func loadWaitsForAFileThatIsGone() throws {
        let store = FileStore(url: folder.file("state"), format: .json, timing: .init(patience: 5, settling: 5))
        try set(store)
        try FileManager.default.moveItem(at: store.url, to: folder.file("backup"))
        let found = Lock<StoredValue?>(nil)
        let done = onThread("load") {
            let value = try? store.load(["a"]).entries["a"]?.value
            found.withLock { $0 = value }
        }
        waitUntil("the load looks") { store.state.withLockIfAvailable { _ in true } == nil }
        try FileManager.default.moveItem(at: folder.file("backup"), to: store.url)
        done.wait()
        #expect(found.withLock { $0 } == .integer(1))
    }

    /// Whoever saves it, it was not just now: it is not looked at again and again.
    @Test func fileOfTheFutureIsNotWaitedFor() throws {
        let store = store(.json)
        try Data("garbage".utf8).write(to: store.url)
        #expect(store.look(since: .now))
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now + 3_600], ofItemAtPath: store.url.path)
        #expect(!store.look(since: .now))
    }
}
