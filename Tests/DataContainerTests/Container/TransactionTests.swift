import DataContainerTesting
import Dispatch
import Testing

@testable import DataContainer

@Suite("Transactions")
struct TransactionTests {
    let memory = MemoryStore()
    let store: FaultyStore
    let scheduler = ManualScheduler()
    let state: AppState

    init() {
        let store = FaultyStore(memory)
        self.store = store
        state = scheduler.use { AppState(store: store, lifecycle: .none) }
    }

    private var saved: [String: StoredValue] {
        get throws { try memory.load(nil).entries.mapValues(\.value) }
    }

    @Test("Several properties change in memory and in one durable commit")
    func commit() throws {
        let result = try state.transaction { state in
            state.launches += 1
            state.launches += 1
            state.someString = "second"
            state.items.append(state.launches)
            return state.launches
        }
        #expect(result == 2)
        #expect(state.launches == 2 && state.someString == "second" && state.items == [2])
        #expect(try saved == ["launches": .integer(2), "someString": .text("second"), "items": .json("[2]")])
        #expect(store.commits.map(\.durability) == [.power])
        #expect(!state.hasUnsavedChanges)
    }

    @Test("A body that throws has changed nothing")
    func rollBack() throws {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try state.transaction { state in
                state.launches = 9
                state.draft = "x"
                throw Failure()
            }
        }
        #expect(state.launches == 0 && state.draft == "")
        #expect(store.commits.isEmpty && !state.hasUnsavedChanges)
        state.launches = 1
    }

    @Test("A commit that fails has changed nothing, and what was pending stays so")
    func failure() throws {
        state.someInt = 1
        store.failCommits(1, with: StoreError(.full, "full"))
        #expect { try state.transaction { $0.launches = 9 } } throws: { ($0 as? StoreError)?.code == .full }
        #expect(state.launches == 0 && state.someInt == 1 && state.hasUnsavedChanges)
        scheduler.advance(by: .seconds(1))
        #expect(try saved == ["someInt": .integer(1)])
    }

    @Test("One that fails with nothing pending leaves nothing behind: what is set later is saved as ever")
    func failureAlone() throws {
        store.failCommits(1, with: StoreError(.full, "full"))
        #expect(throws: StoreError.self) { try state.transaction { $0.launches = 9 } }
        #expect(state.status.isReady && !state.hasUnsavedChanges)
        scheduler.advance(by: .seconds(1))
        state.someInt = 1
        scheduler.advance(by: .milliseconds(10))
        #expect(try saved == ["someInt": .integer(1)])
    }

    @Test("What was pending before is committed with it, in the order of the changes")
    func pending() throws {
        state.someInt = 1
        state.launches = 5
        try state.transaction { $0.launches += 1 }
        #expect(store.commits.count == 1)
        #expect(try saved == ["someInt": .integer(1), "launches": .integer(6)])
        scheduler.advance(by: .seconds(1))
        #expect(store.commits.count == 1)
    }

    @Test("One that changes nothing commits nothing")
    func nothing() throws {
        #expect(try state.transaction { $0.launches } == 0)
        try state.transaction { $0.launches = 0 }
        try state.transaction { $0.draft = "only in memory" }
        #expect(store.commits.isEmpty)
        #expect(state.draft == "only in memory")
    }

    @Test("One that read what another container changed is run again with the new value")
    func conflict() throws {
        let other = AppState(store: memory, lifecycle: .none)
        var runs = 0
        try state.transaction { state in
            runs += 1
            state.launches += 1
            if runs == 1 { try other.transaction { $0.launches = 40 } }
        }
        #expect(runs == 2)
        #expect(state.launches == 41)
        #expect(try saved == ["launches": .integer(41)])
    }

    @Test("Two containers x 4 threads x 250 increments on one store give exactly 2,000")
    func twoContainers() throws {
        let other = AppState(store: memory, lifecycle: .none)
        let containers = [state, other]
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<500 {
                do {
                    try containers[thread % 2].transaction { $0.launches += 1 }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try memory.load(nil).entries["launches"]?.value == .integer(2000))
    }

    @Test("A store that cannot be read fails it, and nothing happens")
    func unreadable() throws {
        store.failLoads(3, with: StoreError(.permissionDenied, "no"))
        let state = scheduler.use { AppState(store: store, lifecycle: .none) }
        #expect { try state.transaction { $0.launches += 1 } } throws: {
            ($0 as? StoreError)?.code == .permissionDenied
        }
        #expect(state.launches == 0 && !state.hasUnsavedChanges)
        scheduler.advance(by: .seconds(5))
        try state.transaction { $0.launches += 1 }
        #expect(try saved["launches"] == .integer(1))
    }

    @Test("One that reads a damaged entry takes the property's value, and replaces the entry")
    func damaged() throws {
        let state = AppState(store: DamagedStore(base: memory, key: "launches"), lifecycle: .none)
        try state.transaction { $0.launches += 1 }
        #expect(state.launches == 1)
        #expect(try saved["launches"] == .integer(1))
    }

    #if os(Linux) || os(macOS)
    @Test("Writing to the container inside a body, but not through its parameter, stops with a message")
    func direct() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let state = AppState(store: .memory, lifecycle: .none)
            try state.transaction { _ in state.launches += 1 }
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Write through the body's parameter"))
    }

    @Test("So does writing inside a body that runs in an in-place mutation")
    func directInMutation() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let state = AppState(store: .memory, lifecycle: .none)
            func change(_ items: inout [Int]) throws {
                try state.transaction { _ in state.launches = 1 }
            }
            try change(&state.items)
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Write through the body's parameter"))
    }
    #endif
}

/// A store in which one entry is there, but cannot be read until it is set.
private struct DamagedStore: Store {
    let base: MemoryStore
    let key: String

    init(base: MemoryStore, key: String) {
        self.base = base
        self.key = key
        _ = try? base.commit(ChangeSet(updates: [key: .text("damaged")]), durability: .process)
    }

    func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        var snapshot = try base.load(keys)
        if snapshot.entries[key]?.value == .text("damaged") {
            snapshot.entries[key] = nil
            snapshot.unreadable[key] = StoreError(.damaged, "A test wants it.")
        }
        return snapshot
    }

    func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        try base.commit(changes, durability: durability)
    }
}
