import DataContainer
import DataContainerTesting
import Foundation
import Synchronization
import Testing

@Suite("A store takes over once what an older one holds")
struct ImportingStoreTests {
    let old = FaultyStore(MemoryStore(["someString": .text("old"), "someInt": .integer(7), "other": .integer(1)]))
    let new = FaultyStore()

    private var store: ImportingStore<FaultyStore, FaultyStore> { new.importing(old, as: "old") }
    private let record = "DataContainer.imported:old"

    private func values(_ store: some Store, _ keys: [String]? = nil) throws -> [String: StoredValue] {
        try store.load(keys).entries.mapValues(\.value)
    }

    @Test(arguments: StoreContract.rules)
    func contract(_ rule: StoreContract.Rule) throws {
        let folder = try TemporaryFolder()
        let source = MemoryStore()
        try rule.check(
            { SQLiteStore(url: folder.file("\(UUID()).sqlite")).importing(source) },
            again: { SQLiteStore(url: try #require($0.base.url)).importing(source) })
        try rule.check { MemoryStore().importing(source).importing(MemoryStore(), as: "another") }
    }

    @Test func copiesOnlyWhatIsAskedForAndHeld() throws {
        #expect(
            try values(store, ["someString", "someInt", "missing"]) == [
                "someString": .text("old"), "someInt": .integer(7),
            ])
        #expect(try values(store) == ["someString": .text("old"), "someInt": .integer(7)])
        #expect(
            try values(new) == [
                "someString": .text("old"), "someInt": .integer(7),
                record: .json("[\"missing\",\"someInt\",\"someString\"]"),
            ])
        // In one commit, and the old store is only read.
        #expect(new.commits.count == 1)
        #expect(old.commits.isEmpty)
        #expect(old.loads == [["missing", "someInt", "someString"]])
    }

    @Test func newStoresEntriesStay() throws {
        _ = try new.commit(ChangeSet(updates: ["someString": .text("new")]), durability: .process)
        #expect(
            try values(store, ["someString", "someInt"]) == ["someString": .text("new"), "someInt": .integer(7)])
    }

    @Test func removedEntriesDoNotComeBack() throws {
        _ = try store.load(["someString"])
        _ = try store.commit(ChangeSet(removals: ["someString"]), durability: .process)
        #expect(try values(store, ["someString"]) == [:])
        // Also if the removal is the first that is heard of the key.
        _ = try store.commit(ChangeSet(removals: ["someInt"]), durability: .process)
        #expect(try values(store, ["someString", "someInt"]) == [:])
    }

    @Test func oldStoreIsNotLookedAtAgain() throws {
        let first = store
        _ = try first.load(["someString"])
        _ = try first.load(["someString"])
        _ = try store.load(["someString"])
        #expect(old.loads.count == 1)
        #expect(new.commits.count == 1)
    }

    @Test func laterPropertiesAreImportedWhenTheyCome() throws {
        _ = try store.load(["someString"])
        _ = try store.commit(ChangeSet(removals: ["someString"]), durability: .process)
        #expect(try values(store, ["someString", "someInt"]) == ["someInt": .integer(7)])
        #expect(old.loads == [["someString"], ["someInt"]])
    }

    @Test func oldStoreThatCannotBeReadFailsTheLoadUntilItCan() throws {
        let store = store
        old.failLoads(with: StoreError(.permissionDenied, "locked"))
        for _ in 0..<2 {
            let error = #expect(throws: StoreError.self) { try store.load(["someInt"]) }
            #expect(error?.code == .permissionDenied)
        }
        #expect(new.commits.isEmpty)
        old.mend()
        #expect(try values(store, ["someInt"]) == ["someInt": .integer(7)])
    }

    @Test func newStoreThatCannotBeWrittenFailsTheLoadUntilItCan() throws {
        let store = store
        new.failCommits(with: StoreError(.full, "no room"))
        let error = #expect(throws: StoreError.self) { try store.load(["someInt"]) }
        #expect(error?.code == .full)
        new.mend()
        #expect(try values(store, ["someInt"]) == ["someInt": .integer(7)])
    }

    @Test func containerWaitsForTheOldStore() throws {
        old.failLoads(1)
        let scheduler = ManualScheduler()
        let state = scheduler.use { AppState(store: store, saving: .immediately) }
        #expect(state.someInt == nil)
        scheduler.advance(by: .seconds(1))
        #expect(state.status.isReady)
        #expect(state.someInt == 7)
        state.someInt = nil
        #expect(AppState(store: store).someInt == nil)
    }

    @Test func unreadableEntryIsReportedAndLookedAtAgain() throws {
        let suites = TemporarySuites()
        let suite = suites.name()
        let defaults = try #require(UserDefaults(suiteName: suite))
        defaults.set([Date.now], forKey: "dates")
        defaults.set(3, forKey: "launches")
        defaults.synchronize()
        let store = MemoryStore().importing(.userDefaults(suite))
        for _ in 0..<2 {
            let snapshot = try store.load(["dates", "launches"])
            #expect(snapshot.entries.mapValues(\.value) == ["launches": .integer(3)])
            #expect(snapshot.unreadable["dates"]?.code == .unsupported)
        }
        _ = try store.commit(ChangeSet(updates: ["dates": .integer(1)]), durability: .process)
        #expect(try store.load(["dates"]).unreadable.isEmpty)
    }

    @Test func damagedRecordImportsNothingAgain() throws {
        let base = MemoryStore([record: .integer(1), "someString": .text("new")])
        let store = base.importing(old, as: "old")
        #expect(try values(store, ["someString", "someInt"]) == ["someString": .text("new")])
        #expect(try values(base.importing(old, as: "old"), ["someInt", "other"]) == ["other": .integer(1)])
    }

    @Test func userDefaultsToSQLite() throws {
        let folder = try TemporaryFolder()
        let suites = TemporarySuites()
        let suite = suites.name()
        let defaults = try #require(UserDefaults(suiteName: suite))
        defaults.set("old", forKey: "someString")
        defaults.set(1, forKey: "flag_key")
        defaults.set([1, 2], forKey: "items")
        defaults.set(2.0, forKey: "launches")
        defaults.synchronize()
        for _ in 0..<2 {
            let store = SQLiteStore(url: folder.file()).importing(.userDefaults(suite))
            let state = AppState(store: store, saving: .immediately)
            #expect(state.someString == "old")
            #expect(state.flag)
            #expect(state.items == [1, 2])
            #expect(state.launches == 2)
        }
        #expect(defaults.string(forKey: "someString") == "old")
        #expect(
            try SQLiteStore(url: folder.file()).load(nil).entries.keys.contains(
                "DataContainer.imported:userDefaults:\(suite):"))
    }

    @Test func twoImportersAtOnce() throws {
        let base = MemoryStore()
        let source = MemoryStore(
            Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", .integer(Int64($0))) }))
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            let store = base.importing(source, as: "old")
            do {
                for key in 0..<100 {
                    let entries = try store.load(["key \(key)"]).entries
                    #expect(entries["key \(key)"]?.value == .integer(Int64(key)))
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(try base.load(nil).entries.count == 101)
    }

    @Test func recordIsNeverReported() throws {
        let base = MemoryStore()
        let store = base.importing(MemoryStore(["a": .integer(1)]), as: "old")
        let (changes, report) = AsyncStream.makeStream(of: ExternalChange.self)
        let observation = store.observe { report.yield($0) }
        _ = try store.load(["a", "b"])
        _ = try store.load(["c"])
        let last = try store.commit(ChangeSet(updates: ["d": .integer(1)]), durability: .process)
        let done = DispatchSemaphore(value: 0)
        let all = base.observe { if $0.revision > last { done.signal() } }
        _ = try base.commit(ChangeSet(updates: ["e": .integer(1)]), durability: .process)
        #expect(done.wait(timeout: .now() + 10) == .success)
        observation?.cancel()
        all?.cancel()
        report.finish()
        let keys = Mutex<[[String]]>([])
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            for await change in changes { keys.withLock { $0.append(change.entries.keys.sorted()) } }
            end.signal()
        }
        end.wait()
        // The last one may be cancelled before it is reported.
        #expect(keys.withLock { $0 }.filter { $0 != ["e"] } == [["a"], ["d"]])
    }

    /// The process dies before and after each step of an import; the next one does it.
    @Test(arguments: ["before-source", "before-commit", "after-commit"])
    func killedAtAnyStep(_ step: String) throws {
        let folder = try TemporaryFolder()
        let source = SQLiteStore(url: folder.file("old.sqlite"))
        _ = try source.commit(ChangeSet(updates: ["a": .integer(1), "b": .text("x")]), durability: .process)
        for _ in 0..<2 {
            let child = try StoreChildProcess(["import-kill", folder.url.path, step])
            _ = child.remainingLines()
            #expect(child.process.terminationReason == .uncaughtSignal)
        }
        let base = SQLiteStore(url: folder.file("new.sqlite"))
        let found = try base.load(nil).entries.count
        #expect(found == (step == "after-commit" ? 3 : 0))
        #expect(try values(base.importing(source), ["a", "b"]) == ["a": .integer(1), "b": .text("x")])
        #expect(try values(source) == ["a": .integer(1), "b": .text("x")])
    }
}
