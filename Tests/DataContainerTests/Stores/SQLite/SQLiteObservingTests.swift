import Dispatch
import Foundation
import Testing

@testable import DataContainer

@Suite("What others commit is reported, by events alone")
struct SQLiteObservingTests {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let other: SQLiteStore
    let seen = Log<ExternalChange>()

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteStore(place: .file(folder.file()), patience: 50)
        other = SQLiteStore(url: folder.file())
        _ = try other.commit(ChangeSet(updates: ["old": .integer(1)]), durability: .process)
    }

    private func observe() throws -> StoreObservation {
        let observation = store.observe { [seen] in seen.append($0) }
        return try #require(observation)
    }

    @discardableResult
    private func set(_ store: SQLiteStore, _ key: String, _ value: Int64) throws -> Revision {
        try store.commit(ChangeSet(updates: [key: .integer(value)]), durability: .process)
    }

    private func waitForValue(_ key: String, _ value: Int64, _ location: SourceLocation = #_sourceLocation) {
        waitUntil("\(key) = \(value)", location) {
            seen.all.last { $0.entries[key] != nil }?.entries[key]?.value == .integer(value)
        }
    }

    @Test func otherStoreInThisProcessIsSeen() throws {
        let observation = try observe()
        for number in 1...20 {
            let revision = try set(other, "a", Int64(number))
            waitForValue("a", Int64(number))
            #expect(seen.all.last?.revision == revision)
        }
        #expect(seen.all.allSatisfy { $0.isComplete && $0.entries["old"] == nil })
        observation.cancel()
    }

    @Test func ownCommitsAreNotReported() throws {
        let observation = try observe()
        for number in 1...20 { try set(store, "own", Int64(number)) }
        try set(other, "a", 1)
        waitForValue("a", 1)
        #expect(seen.all.allSatisfy { $0.entries.keys.sorted() == ["a"] })
        observation.cancel()
    }

    @Test func removalIsReportedAsPerhapsNotTheOnlyOne() throws {
        let observation = try observe()
        let revision = try other.commit(ChangeSet(removals: ["old"]), durability: .process)
        waitUntil("removal") { seen.all.last?.removed == ["old": revision] }
        #expect(seen.all.last?.isComplete == false)
        observation.cancel()
    }

    @Test func goesOnWhenTheLogIsCopiedAndDeleted() throws {
        let observation = try observe()
        try set(other, "a", 1)
        waitForValue("a", 1)
        try RawDatabase(folder.file()).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try set(other, "a", 2)
        waitForValue("a", 2)
        // With nobody else using it, closing a connection deletes the log; the next commit makes a new one.
        try RawDatabase(folder.file()).execute("PRAGMA wal_checkpoint(RESTART)")
        try set(SQLiteStore(url: folder.file()), "a", 3)
        waitForValue("a", 3)
        observation.cancel()
    }

    @Test func fileReplacedByRenameCountsAsNewer() throws {
        let observation = try observe()
        for number in 1...5 { try set(other, "a", Int64(number)) }
        waitForValue("a", 5)
        let highest = try other.load([]).revision
        try set(SQLiteStore(url: folder.file("new")), "b", 7)
        try store.replaceFiles { [folder] in
            for suffix in ["-wal", "-shm"] { unlink(folder.file().path + suffix) }
            rename(folder.file("new").path, folder.file().path)
        }
        waitUntil("replacement") { seen.all.contains { !$0.isComplete } }
        let found = try store.load(nil)
        #expect(found.entries.mapValues(\.value) == ["b": .integer(7)])
        #expect(found.revision > highest && found.entries["b"]?.revision == found.revision)
        // Both stores go on with it.
        try set(other, "b", 8)
        waitForValue("b", 8)
        observation.cancel()
    }

    @Test func fileDeletedAndMadeAnewCountsAsNewer() throws {
        let observation = try observe()
        for number in 1...5 { try set(other, "a", Int64(number)) }
        waitForValue("a", 5)
        let highest = try store.load([]).revision
        let names = try folder.names
        try store.replaceFiles { [folder] in
            for name in names { unlink(folder.file(name).path) }
        }
        // A new store in another process, which knows nothing of the old file.
        _ = try StoreChildProcess(["commit", folder.file().path, "c"], program: "ContainerChild").remainingLines()
        try waitUntil("the new file") {
            try store.load(["c"]).entries["c"] != nil && seen.all.contains { !$0.isComplete }
        }
        #expect(try #require(store.load(["c"]).entries["c"]).revision > highest)
        observation.cancel()
    }

    @Test func observerDoesNotCreateAFile() throws {
        let observation = try observe()
        try set(other, "a", 1)
        waitForValue("a", 1)
        let names = try folder.names
        try store.replaceFiles { [folder] in
            for name in names { unlink(folder.file(name).path) }
        }
        // Another file's event in the same folder comes after those of the deletion, and so do its observer's looks.
        let second = SQLiteStore(url: folder.file("second.sqlite"))
        let gate = Gate("second")
        let third = SQLiteStore(url: folder.file("second.sqlite"))
        let other = third.observe { _ in gate.open() }
        try set(second, "a", 1)
        gate.wait()
        #expect(try folder.names.allSatisfy { $0.hasPrefix("second") })
        try #require(other).cancel()
        observation.cancel()
    }

    @Test func folderDeletedAndMadeAnewIsObservedAgain() throws {
        let inner = folder.url.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let store = SQLiteStore(url: inner.appending(path: "store.sqlite"))
        try set(store, "a", 1)
        let observation = store.observe { [seen] in seen.append($0) }
        try FileManager.default.removeItem(at: inner)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let other = SQLiteStore(url: inner.appending(path: "store.sqlite"))
        try set(other, "a", 2)
        waitUntil("replacement") { seen.all.contains { !$0.isComplete } }
        try set(other, "a", 3)
        waitForValue("a", 3)
        try #require(observation).cancel()
    }

    @Test func readThatFailsIsTriedAgain() throws {
        let url = folder.file("alone.sqlite")
        try set(SQLiteStore(url: url), "a", 1)
        // While one connection has the file for itself, no other can read it.
        let database = try RawDatabase(url)
        try database.execute("SELECT count(*) FROM entries; PRAGMA locking_mode = EXCLUSIVE")
        try database.execute("BEGIN IMMEDIATE; PRAGMA user_version = 1; COMMIT")
        let alone = SQLiteStore(place: .file(url), patience: 10)
        let started = SQLiteObserver(alone, try alone.place.resolvedPath()) { [seen] in seen.append($0) }
        let observer = try #require(started)
        try #require(utimes(url.path, nil) == 0)
        waitUntil("a failed look") { observer.failures > 0 }
        #expect(seen.all.isEmpty)
        // Lets go of it, of which no event tells.
        try database.execute("PRAGMA locking_mode = NORMAL; SELECT count(*) FROM entries")
        waitUntil("another look") { seen.all.last?.isComplete == false }
        #expect(observer.failures == 0)
        observer.cancel()
    }

    /// The link by which the store is reached lies in a folder of which no event tells.
    @Test func fileThatIsOutOfReachIsLookedForAgain() throws {
        let link = folder.file("link")
        let inner = folder.file("inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "inner")
        let other = SQLiteStore(url: inner.appending(path: "store.sqlite"))
        try set(other, "a", 1)
        let linked = SQLiteStore(url: link.appending(path: "store.sqlite"))
        let started = SQLiteObserver(linked, try linked.place.resolvedPath()) { [seen] in seen.append($0) }
        let observer = try #require(started)
        unlink(link.path)
        try set(other, "a", 2)
        waitUntil("a failed look") { observer.failures > 0 }
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "inner")
        waitForValue("a", 2)
        observer.cancel()
    }

    @Test("A look while this process uses the store is put off, then waits, and misses nothing", arguments: [1, 3])
    func storeIsBusy(_ delays: Int) throws {
        let started = SQLiteObserver(store, try store.place.resolvedPath()) { [seen] in seen.append($0) }
        let observer = try #require(started)
        let (begin, end) = (Gate("the store is in use"), Gate("the store is given back"))
        Thread.detachNewThread { [store] in
            try? store.withConnection { _ in
                begin.open()
                end.wait()
            }
        }
        begin.wait()
        try set(other, "a", 1)
        waitUntil("the look is put off") { observer.delays >= delays }
        end.open()
        waitForValue("a", 1)
        waitUntil("the look is over") { observer.delays == 0 }
        observer.cancel()
    }

    @Test func cancelledObservationReportsNothing() throws {
        let observation = try observe()
        observation.cancel()
        let gate = Gate("another observer")
        let second = SQLiteStore(url: folder.file()).observe { _ in gate.open() }
        try set(other, "a", 1)
        gate.wait()
        #expect(seen.all.isEmpty)
        try #require(second).cancel()
    }

    @Test func nothingIsKeptAfterwards() throws {
        weak var watched: SQLiteStore?
        do {
            let store = SQLiteStore(url: folder.file())
            watched = store
            let observation = store.observe { _ in }
            try set(other, "a", 1)
            try #require(observation).cancel()
        }
        // A look that was under way may keep it a moment longer.
        waitUntil("the store is let go") { watched == nil }
    }

    @Test(arguments: ["process", "power"])
    func anotherProcessIsSeenSoon(_ durability: String) throws {
        let child = try StoreChildProcess(["commit-times", folder.file().path], program: "ContainerChild")
        #expect(child.line() == "ready")
        let arrived = DispatchSemaphore(value: 0)
        let latencies = Log<Int64>()
        let observation = store.observe { change in
            guard case .integer(let began)? = change.entries["time"]?.value else { return }
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            latencies.append(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - began)
            arrived.signal()
        }
        for _ in 0..<100 {
            try child.write(durability)
            try #require(arrived.wait(timeout: .now() + 10) == .success)
            _ = child.line()
        }
        child.endInput()
        _ = child.remainingLines()
        let sorted = latencies.all.sorted()
        #expect(sorted.count == 100)
        print(
            "Seen by another process (\(durability)): median \(sorted[50] / 1_000) µs, worst \(sorted[99] / 1_000) µs.")
        try #require(observation).cancel()
    }
}
