import CLifecycleTesting
import Foundation
import Testing

@testable import DataContainer

@Suite("Stores on one file work together, and survive what happens to it")
struct SQLiteSharingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func set(_ store: SQLiteStore, _ values: [String: StoredValue]) throws {
        _ = try store.commit(ChangeSet(updates: values), durability: .process)
    }

    /// The first line that a process reports means that the commit was made, and so on.
    @Test func killedWhileCommitting() throws {
        let url = folder.file()
        var last: Int64 = 0
        for round in 0..<20 {
            let child = try StoreChildProcess(["commit-forever", url.path])
            var output = Data()
            // Killed in the middle of a later commit each time.
            while output.count(where: { $0 == UInt8(ascii: "\n") }) < 3 + round * 5 {
                let more = child.read()
                try #require(!more.isEmpty, "the child ended by itself")
                output += more
            }
            child.kill()
            let reported = child.remainingLines(after: output).compactMap { Int64($0) }
            last = try #require(reported.last)
            let snapshot = try SQLiteStore(url: url).load(nil)
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
            #expect(try RawDatabase(url).rows("PRAGMA integrity_check") == ["ok"])
        }
        #expect(last > 100)
    }

    @Test func twoProcessesLoseNoIncrement() throws {
        let children = try (0..<2).map { _ in try StoreChildProcess(["increment", folder.file().path, "300"]) }
        let store = SQLiteStore(url: folder.file())
        for _ in 0..<100 {
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
        #expect(try store.load(["count"]).entries["count"]?.value == .integer(700))
    }

    /// All of them find the file missing, and want to create it.
    @Test func manyStoresOpenANewFileAtOnce() async throws {
        for round in 0..<5 {
            let url = folder.file("\(round).sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        _ = try SQLiteStore(url: url).commit(
                            ChangeSet(updates: ["\(number)": .integer(1)]), durability: .process)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try SQLiteStore(url: url).load(nil).entries.count == 8)
        }
    }

    @Test func deletedFileIsCreatedAnew() throws {
        let store = SQLiteStore(url: folder.file())
        try set(store, ["a": .integer(1)])
        for name in try folder.names {
            try FileManager.default.removeItem(at: folder.file(name))
        }
        #expect(try store.load(nil).entries.isEmpty)
        try set(store, ["b": .integer(2)])
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries.keys.sorted() == ["b"])
    }

    @Test func replacedFileIsRead() throws {
        let store = SQLiteStore(url: folder.file())
        try set(store, ["a": .integer(1)])
        do {
            try set(SQLiteStore(url: folder.file("other")), ["b": .integer(2)])
        }
        rename(folder.file("other").path, folder.file().path)
        // As somebody would do who replaces it properly: the old log is not the new file's.
        try? FileManager.default.removeItem(at: folder.file("store.sqlite-wal"))
        try? FileManager.default.removeItem(at: folder.file("store.sqlite-shm"))
        #expect(try store.load(nil).entries.keys.sorted() == ["b"])
        _ = try store.commit(ChangeSet(updates: ["c": .integer(3)]), durability: .power)
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries.keys.sorted() == ["b", "c"])
    }

    @Test func deletedFolderIsAnErrorUntilItIsBack() throws {
        let inner = folder.url.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let store = SQLiteStore(url: inner.appending(path: "store.sqlite"))
        try set(store, ["a": .integer(1)])
        try FileManager.default.removeItem(at: inner)
        let error = #expect(throws: StoreError.self) { try store.load(nil) }
        #expect(error?.code == .cannotOpen)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        try set(store, ["a": .integer(2)])
        #expect(try store.load(nil).entries["a"]?.value == .integer(2))
    }

    @Test func forkedProcessIsRefused() throws {
        #expect(try StoreChildProcess.run(["fork", folder.file().path]) == ["unsupported", "parent 1"])
    }

    @Test(
        "A forked process is refused also while another thread of the first had the store",
        .disabled(
            if: testing_has_thread_sanitizer(),
            "The thread sanitizer's own locks do not survive a fork while another thread runs."))
    func processForkedWhileCommittingIsRefused() throws {
        #expect(try StoreChildProcess.run(["fork-committing", folder.file().path]) == ["forked"])
    }

    @Test func symbolicLinkIsFollowed() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link").path, withDestinationPath: folder.file().path)
        try set(SQLiteStore(url: folder.file()), ["a": .integer(1)])
        let linked = SQLiteStore(url: folder.file("link"))
        #expect(try linked.load(nil).entries["a"]?.value == .integer(1))
        try set(linked, ["a": .integer(2)])
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries["a"]?.value == .integer(2))
    }
}
