import Foundation
import Observation
import Testing

@testable import DataContainer

@Suite("Processes, editors and containers share one file")
struct FileSharingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var store: FileStore { .file(at: folder.file("state.json")) }

    @discardableResult
    private func set(_ store: FileStore, _ key: String, _ value: StoredValue) throws -> Revision {
        try store.commit(ChangeSet(updates: [key: value]), durability: .process)
    }

    /// The first line that a process reports means that the commit was made, and so on.
    @Test(arguments: FileFormat.allCases)
    func killedWhileCommitting(_ format: FileFormat) throws {
        let url = folder.file("state")
        var last: Int64 = 0
        for round in 0..<Torture.count(10, all: 100) {
            let child = try StoreChildProcess(["file-commit-forever", "\(format):\(url.path)"])
            var output = Data()
            // Killed somewhere in a later commit each time.
            while output.count(where: { $0 == UInt8(ascii: "\n") }) < 2 + round % 10 * 3 {
                let more = child.read()
                try #require(!more.isEmpty, "the child ended by itself")
                output += more
            }
            child.kill()
            let reported = child.remainingLines(after: output).compactMap { Int64($0) }
            last = try #require(reported.last)
            let snapshot = try FileStore(url: url, format: format).load(nil)
            #expect(snapshot.unreadable.isEmpty)
            guard case .integer(let found) = snapshot.entries["a"]?.value else {
                Issue.record("no entry after \(last) commits")
                return
            }
            // The last commit may have been made without having been reported.
            #expect(found == last || found == last + 1)
            for key in ["b", "c", "own \(found % 50)"] {
                #expect(snapshot.entries[key]?.value == .integer(found))
            }
        }
        #expect(last > 100)
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") })
    }

    @Test(arguments: FileFormat.allCases)
    func twoProcessesLoseNoIncrement(_ format: FileFormat) throws {
        let url = folder.file("state")
        let children = try (0..<2).map { _ in
            try StoreChildProcess(["file-increment", "\(format):\(url.path)", "200"])
        }
        let store = FileStore(url: url, format: format)
        for _ in 0..<50 {
            var isDone = false
            while !isDone {
                let entry = try store.load(["count"]).entries["count"]
                var count: Int64 = 0
                if case .integer(let present) = entry?.value { count = present }
                do throws(StoreError) {
                    _ = try store.commit(
                        ChangeSet(
                            updates: ["count": .integer(count + 1)], expects: ["count": entry?.revision ?? .zero]),
                        durability: .process)
                    isDone = true
                } catch {
                    #expect(error.code == .conflict)
                }
            }
        }
        for child in children {
            #expect(child.remainingLines() == ["done"])
        }
        #expect(try store.load(["count"]).entries["count"]?.value == .integer(450))
    }

    @Test func keysOfAnotherProcessStay() throws {
        let store = store
        try set(store, "ours", .integer(1))
        #expect(
            try StoreChildProcess.run(["file-set", "json:\(store.url.path)", "theirs", "x"]) == ["done"])
        try set(store, "ours", .integer(2))
        #expect(try store.load(nil).entries.mapValues(\.value) == ["ours": .integer(2), "theirs": .text("x")])
    }

    @Test func containersShareIncrements() throws {
        let url = folder.file("state.json")
        let states = (0..<2).map { _ in AppState(store: FileStore.file(at: url)) }
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            for _ in 0..<50 {
                do {
                    try states[index].transaction { $0.launches += 1 }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(AppState(store: FileStore.file(at: url)).launches == 100)
    }

    // MARK: Observing

    /// A store that is observed, and what was reported.
    private final class Observed {
        let store: FileStore
        let reports = Reports()
        let observation: StoreObservation

        init(_ store: FileStore) throws {
            self.store = store
            observation = try #require(store.observe(reports.append))
        }
    }

    private final class Reports: Sendable {
        private let changes = Lock<[ExternalChange]>([])
        private let semaphore = DispatchSemaphore(value: 0)

        @Sendable func append(_ change: ExternalChange) {
            changes.withLock { $0.append(change) }
            semaphore.signal()
        }

        /// Waits for the next report.
        func next() -> ExternalChange? {
            guard semaphore.wait(timeout: .now() + 10) == .success else { return nil }
            return changes.withLock { $0.removeFirst() }
        }
    }

    @Test func anotherProcessIsSeen() throws {
        try set(store, "a", .integer(1))
        let observed = try Observed(store)
        _ = try StoreChildProcess.run(["file-set", "json:\(store.url.path)", "b", "x"])
        let change = try #require(observed.reports.next())
        #expect(change.entries.mapValues(\.value) == ["b": .text("x")])
        #expect(change.removed.isEmpty)
    }

    /// The ways in which editors save a file.
    @Test(arguments: ["in place", "rename over", "backup and new file"])
    func editsAreSeen(_ way: String) throws {
        try set(store, "a", .integer(1))
        let last = try set(store, "b", .integer(1))
        let observed = try Observed(store)
        for value in 2...4 {
            let url = store.url
            let text = try String(contentsOf: url, encoding: .utf8)
            let edited = Data(text.replacing("\"a\" : \(value - 1)", with: "\"a\" : \(value)").utf8)
            switch way {
            case "in place":
                let file = try FileHandle(forWritingTo: url)
                try file.truncate(atOffset: 0)
                file.write(edited)
                try file.close()
            case "rename over":
                try edited.write(to: folder.file("new"))
                rename(folder.file("new").path, url.path)
            default:
                rename(url.path, url.path + "~")
                try edited.write(to: url)
            }
            let change = try #require(observed.reports.next())
            #expect(change.entries.mapValues(\.value) == ["a": .integer(Int64(value))])
            #expect(change.removed.isEmpty)
            #expect(change.revision > last)
            #expect(change.entries["a"]?.revision == change.revision)
        }
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") })
    }

    @Test func removedLinesAreSeen() throws {
        let last = try set(store, "a", .integer(1))
        let observed = try Observed(store)
        try Data("{}".utf8).write(to: store.url, options: .atomic)
        let change = try #require(observed.reports.next())
        #expect(change.removed == ["a": change.revision])
        #expect(change.entries.isEmpty)
        #expect(change.revision > last)
    }

    @Test func mistakeInAnEditIsNoChange() throws {
        try set(store, "a", .integer(1))
        let observed = try Observed(store)
        try Data("{\"a\": 2".utf8).write(to: store.url, options: .atomic)
        try Data("{\"a\": 3}".utf8).write(to: store.url, options: .atomic)
        #expect(try #require(observed.reports.next()).entries["a"]?.value == .integer(3))
    }

    @Test func deletedFileIsAnEmptyStore() throws {
        try set(store, "a", .integer(1))
        let observed = try Observed(store)
        try FileManager.default.removeItem(at: store.url)
        #expect(try #require(observed.reports.next()).removed.keys.sorted() == ["a"])
        try set(observed.store, "b", .integer(1))
        #expect(try store.load(nil).entries.keys.sorted() == ["b"])
    }

    @Test func editThroughALinkIsSeen() throws {
        try FileManager.default.createDirectory(at: folder.file("real"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link").path, withDestinationPath: "real/state.json")
        let linked = FileStore.file(at: folder.file("link"))
        try set(linked, "a", .integer(1))
        let observed = try Observed(linked)
        try set(FileStore.file(at: folder.file("real/state.json")), "a", .integer(2))
        #expect(try #require(observed.reports.next()).entries["a"]?.value == .integer(2))
    }

    @Test func containerSeesAnEdit() throws {
        let state = AppState(store: store, saving: .immediately)
        state.launches = 1
        let text = try String(contentsOf: store.url, encoding: .utf8)
        let changed = DispatchSemaphore(value: 0)
        withObservationTracking {
            _ = state.launches
        } onChange: {
            changed.signal()
        }
        try Data(text.replacing("\"launches\" : 1", with: "\"launches\" : 3").utf8).write(
            to: store.url, options: .atomic)
        #expect(changed.wait(timeout: .now() + 10) == .success)
        #expect(state.launches == 3)
    }

    @Test func ownCommitsAreSeenOnce() throws {
        let observed = try Observed(store)
        for value in 1...20 as ClosedRange<Int64> {
            let revision = try set(observed.store, "a", .integer(value))
            let change = try #require(observed.reports.next())
            #expect(change.entries == ["a": Entry(value: .integer(value), revision: revision)])
        }
        // Another store's commit comes after all that the file's events could tell of the last one.
        try set(store, "b", .integer(1))
        #expect(try #require(observed.reports.next()).entries.keys.sorted() == ["b"])
    }

    @Test func whatALoadFindsIsReportedToo() throws {
        try set(store, "a", .integer(1))
        let observed = try Observed(store)
        // The look that the event asks for waits for the load that finds the change, or finds it first.
        for value in 2...20 as ClosedRange<Int64> {
            try set(store, "a", .integer(value))
            #expect(try observed.store.load(["a"]).entries["a"]?.value == .integer(value))
            #expect(try #require(observed.reports.next()).entries["a"]?.value == .integer(value))
        }
    }

    @Test func mistakeInAnEntryIsReportedAsOneThatCannotBeToldOf() throws {
        try set(store, "a", .integer(1))
        let observed = try Observed(store)
        try Data("{\"a\": {\"$data\": \"?\"}}".utf8).write(to: store.url, options: .atomic)
        let change = try #require(observed.reports.next())
        #expect(!change.isComplete)
        #expect(change.entries.isEmpty && change.removed.isEmpty)
    }

    @Test func settingAsideIsReported() throws {
        let observed = try Observed(
            FileStore(url: folder.file("state"), format: .json, timing: .init(patience: 5, settling: 0)))
        try set(observed.store, "a", .integer(1))
        _ = observed.reports.next()
        try Data("garbage".utf8).write(to: observed.store.url, options: .atomic)
        _ = try observed.store.load([])
        #expect(try #require(observed.reports.next()).isComplete == false)
        #expect(try observed.store.load(nil).notices.count == 1)
    }

    @Test func folderDeletedAndMadeAnewIsObservedAgain() throws {
        let inner = folder.file("inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let observed = try Observed(FileStore.file(at: inner.appending(path: "state")))
        try FileManager.default.removeItem(at: inner)
        waitUntil("the end of watching is noticed") { observed.store.watcher.withLock { $0?.isAlive } == false }
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        try set(FileStore.file(at: inner.appending(path: "state")), "a", .integer(1))
        #expect(try #require(observed.reports.next()).entries["a"]?.value == .integer(1))
    }
}
