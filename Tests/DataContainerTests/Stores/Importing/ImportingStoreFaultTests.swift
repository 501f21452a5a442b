import DataContainer
import DataContainerTesting
import Foundation
import Testing

@Suite("An import loses nothing to others, to damage or to a store of another kind")
struct ImportingStoreFaultTests {
    let folder: TemporaryFolder
    let old = FaultyStore(MemoryStore(["someString": .text("old"), "someInt": .integer(7)]))
    private let record = "DataContainer.imported:old"

    init() throws {
        folder = try TemporaryFolder()
    }

    private func values(_ store: some Store, _ keys: [String]? = nil) throws -> [String: StoredValue] {
        try store.load(keys).entries.mapValues(\.value)
    }

    /// A file store whose file was written long ago, so that nobody waits for whoever is saving it.
    private func file(_ name: String, _ content: String) throws -> FileStore {
        let url = folder.file(name)
        try Data(content.utf8).write(to: url)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: url.path)
        return .file(at: url)
    }

    // MARK: Others

    @Test func whatIsSetMeanwhileStays() throws {
        let base = MemoryStore()
        let source = InterruptedStore(old) {
            _ = try base.commit(ChangeSet(updates: ["someString": .text("new")]), durability: .process)
        }
        #expect(
            try values(base.importing(source, as: "old"), ["someString", "someInt"]) == [
                "someString": .text("new"), "someInt": .integer(7),
            ])
    }

    @Test func whatIsRecordedMeanwhileStaysRecorded() throws {
        let base = MemoryStore()
        let source = InterruptedStore(old) { [old] in _ = try base.importing(old, as: "old").load(["someInt"]) }
        _ = try base.importing(source, as: "old").load(["someString"])
        #expect(try values(base, [record]) == [record: .json("[\"someInt\",\"someString\"]")])
    }

    @Test func removalIsNotDisturbedByAnImportMeanwhile() throws {
        let memory = MemoryStore()
        let base = InterruptedStore(memory) { [old] in _ = try memory.importing(old, as: "old").load(["someInt"]) }
        _ = try base.importing(old, as: "old").commit(ChangeSet(removals: ["someString"]), durability: .process)
        #expect(try values(memory, [record]) == [record: .json("[\"someInt\",\"someString\"]")])
    }

    @Test func damagedRecordThatAnotherReplacesMeanwhileIsNoError() throws {
        let memory = MemoryStore([record: .integer(1)])
        let base = InterruptedStore(memory) { [old] in _ = try memory.importing(old, as: "old").load(["someInt"]) }
        #expect(try values(base.importing(old, as: "old"), ["someString"]) == ["someString": .text("old")])
    }

    @Test func entryThatIsSetMeanwhileIsNotUnreadable() throws {
        let base = MemoryStore()
        let source = InterruptedStore(try file("old.json", #"{"a": {"$data": "?"}}"#)) {
            _ = try base.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        }
        let snapshot = try base.importing(source, as: "old").load(["a"])
        #expect(snapshot.entries["a"]?.value == .integer(1))
        #expect(snapshot.unreadable.isEmpty)
    }

    // MARK: Damage

    @Test func damagedEntryIsNotReplacedByAnOldOne() throws {
        let base = try file("new.json", #"{"someInt": {"$data": "?"}}"#)
        for _ in 0..<2 {
            let snapshot = try base.importing(old, as: "old").load(["someInt"])
            #expect(snapshot.entries.isEmpty)
            #expect(snapshot.unreadable["someInt"]?.code == .damaged)
        }
        #expect(old.loads.count == 1)
    }

    @Test func damagedEntryIsNotWaitedForInTheOldStore() throws {
        let source = FaultyStore(try file("old.json", #"{"a": {"$data": "?"}}"#))
        let store = try file("new.json", #"{"a": {"$date": "?"}}"#).importing(source, as: "old")
        for _ in 0..<2 {
            #expect(try store.load(["a"]).unreadable["a"]?.message.contains("new.json") == true)
        }
        #expect(source.loads.count == 1)
    }

    @Test func recordThatCannotBeReadImportsNothingAgain() throws {
        let base = try file("new.json", "{\"\(record)\": {\"$data\": \"?\"}}")
        #expect(try base.importing(old, as: "old").load(nil).unreadable.isEmpty)
        #expect(try values(base.importing(old, as: "old"), ["someInt"]) == [:])
        #expect(try values(base) == [record: .json("[\"someInt\"]")])
    }

    @Test func noticesOfBothStoresAreHandedOutOnce() throws {
        let base = FaultyStore(try file("new.json", "garbage"))
        let store = base.importing(try file("old.json", "garbage"))
        base.failCommits(1)
        #expect(throws: StoreError.self) { try store.load(["a"]) }
        // Nobody looks at what this returns.
        #expect(try store.load([]).notices.isEmpty)
        let messages = try store.load(["a"]).notices.map(\.message)
        #expect(messages.count == 2)
        for name in ["new.json", "old.json"] { #expect(messages.contains { $0.contains(name) }) }
        #expect(try store.load(["a"]).notices.isEmpty)
    }

    // MARK: Stores

    @Test func whatIsImportedCostsNoMoreLoads() throws {
        let base = FaultyStore()
        for _ in 0..<2 {
            let store = base.importing(old, as: "old")
            for _ in 0..<2 { _ = try store.load(["someInt"]) }
        }
        let launch = [["someInt", record], ["someInt"], ["someInt"]]
        #expect(base.loads == launch + launch)
    }

    @Test func whatIsKnownToBeRemovedCostsNoMoreLoads() throws {
        let base = FaultyStore()
        let store = base.importing(old, as: "old")
        for _ in 0..<2 { _ = try store.commit(ChangeSet(removals: ["someInt"]), durability: .process) }
        #expect(base.loads == [[record]])
        let damaged = FaultyStore(MemoryStore([record: .integer(1)]))
        let second = damaged.importing(old, as: "old")
        for _ in 0..<2 { _ = try second.load(["someInt"]) }
        #expect(damaged.loads == [["someInt", record], ["someInt"], ["someInt"]])
    }

    @Test func newStoreMayTakeTheRecordForText() throws {
        let suites = TemporarySuites()
        let base = suites.store()
        for keys in [["someString"], ["someString"], ["someString", "someInt"]] {
            #expect(try values(base.importing(old, as: "old"), keys).keys.sorted() == keys.sorted())
        }
        #expect(old.loads == [["someString"], ["someInt"]])
    }

    @Test func oldStoresOfOneKindAreToldApartByTheirNames() throws {
        func check<Source: Store>(_ sources: [Source]) throws {
            let base = MemoryStore()
            _ = try sources[1].commit(ChangeSet(updates: ["a": .integer(2)]), durability: .process)
            #expect(try values(base.importing(sources[0]), ["a"]) == [:])
            #expect(try values(base.importing(sources[1]), ["a"]) == ["a": .integer(2)])
        }
        try check(["1.sqlite", "2.sqlite"].map { SQLiteStore(url: folder.file($0)) })
        try check(["1.json", "2.json"].map { FileStore.file(at: folder.file($0)) })
    }
}
