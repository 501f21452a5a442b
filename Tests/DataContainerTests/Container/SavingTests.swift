import DataContainerTesting
import Observation
import Testing

@testable import DataContainer

@Suite("Saving")
struct SavingTests {
    let scheduler = ManualScheduler()
    let memory = MemoryStore()
    let store: FaultyStore
    let errors = Log<ContainerError>()

    init() {
        store = FaultyStore(memory)
    }

    private func makeState(_ saving: SavingPolicy) -> AppState {
        scheduler.use {
            AppState(store: store, saving: saving, lifecycle: .none) { [errors] in errors.append($0) }
        }
    }

    private var saved: [String: StoredValue] {
        get throws { try memory.load(nil).entries.mapValues(\.value) }
    }

    @Test("Changes are committed in one batch, 10 milliseconds after the first")
    func batch() throws {
        let state = makeState(.automatic)
        state.launches = 1
        state.launches = 2
        state.someString = "a"
        #expect(scheduler.nextDelay == .milliseconds(10))
        scheduler.advance(by: .milliseconds(9))
        #expect(try saved == [:])
        #expect(state.hasUnsavedChanges)
        scheduler.advance(by: .milliseconds(1))
        #expect(try saved == ["launches": .integer(2), "someString": .text("a")])
        #expect(store.commits.map(\.durability) == [.process])
        #expect(!state.hasUnsavedChanges)
        #expect(scheduler.isIdle)
    }

    @Test("A commit writes only what changed since the last one")
    func onlyChanges() throws {
        let state = makeState(.automatic)
        state.launches = 1
        state.someInt = 1
        scheduler.advance(by: .milliseconds(10))
        state.someInt = nil
        scheduler.advance(by: .milliseconds(10))
        #expect(store.commits.last?.changes == ChangeSet(removals: ["someInt"]))
        #expect(try saved == ["launches": .integer(1)])
    }

    @Test("An equal value is not committed")
    func equal() throws {
        let state = makeState(.immediately)
        state.launches = 1
        state.launches = 1
        state.launches += 0
        #expect(store.commits.count == 1)
    }

    @Test("The immediate policy has committed when the setter returns")
    func immediately() throws {
        let state = makeState(.immediately)
        state.launches += 1
        #expect(try saved == ["launches": .integer(1)])
        state.items.append(1)
        #expect(try saved["items"] == .json("[1]"))
        #expect(store.commits.map(\.durability) == [.process, .process])
    }

    @Test("Only save() saves by hand; only lifecycle events and save() in the background policy")
    func restrained() throws {
        let manual = makeState(.manually)
        manual.launches = 1
        manual._handle.core.handle(.background)
        manual._handle.core.handle(.end)
        #expect(store.commits.isEmpty && scheduler.isIdle)
        try manual.save()
        #expect(try saved == ["launches": .integer(1)])
        #expect(store.commits.map(\.durability) == [.power])

        let background = makeState(.onBackground)
        background.someInt = 2
        #expect(scheduler.isIdle)
        background._handle.core.handle(.background)
        #expect(try saved["someInt"] == .integer(2))
        #expect(store.commits.last?.durability == .power)
    }

    @Test("Transient properties are never saved")
    func transient() throws {
        let state = makeState(.immediately)
        state.draft = "x"
        try state.save()
        #expect(try saved == [:])
        #expect(!state.hasUnsavedChanges)
    }

    @Test("What is pending is saved when the container goes away, unless saving is manual")
    func end() throws {
        makeState(.automatic).launches = 1
        #expect(try saved == ["launches": .integer(1)])
        makeState(.manually).launches = 2
        #expect(try saved == ["launches": .integer(1)])
    }

    @Test("A failed commit keeps the changes, tells, and is tried again after a growing delay")
    func retry() throws {
        let state = makeState(.automatic)
        let full = StoreError(.full, "The disk is full.")
        store.failCommits(4, with: full)
        state.launches = 1
        scheduler.advance(by: .milliseconds(10))
        #expect(state.status.error?.code == .full)
        guard case .saveFailing = state.status else { return #expect(Bool(false), "\(state.status)") }
        #expect(state.hasUnsavedChanges && state.launches == 1)
        #expect(errors.all.map(\.code) == [.cannotSave])
        var delays: [Duration] = []
        while let delay = scheduler.nextDelay {
            delays.append(delay)
            scheduler.advance(by: delay)
        }
        #expect(delays == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800)])
        #expect(state.status.isReady && !state.hasUnsavedChanges)
        #expect(try saved == ["launches": .integer(1)])
        #expect(errors.all.count == 1)
    }

    @Test("save() throws what the store throws, and succeeds when it can")
    func saveThrows() throws {
        let state = makeState(.manually)
        state.launches = 1
        store.failCommits(1, with: StoreError(.readOnly, "no"))
        #expect { try state.save() } throws: { ($0 as? StoreError)?.code == .readOnly }
        #expect(state.hasUnsavedChanges)
        try state.save()
        #expect(try saved == ["launches": .integer(1)])
        #expect(state.status.isReady)
    }

    @Test("A value set while a commit is under way is saved by the next one")
    func duringCommit() throws {
        let state = makeState(.automatic)
        state.launches = 1
        store.holdCommits()
        let commit = onThread("commit") { try? state.save() }
        #expect(store.waitForHeldCommits())
        state.launches = 2
        store.releaseCommits()
        commit.wait()
        #expect(state.hasUnsavedChanges)
        scheduler.advance(by: .milliseconds(10))
        #expect(try saved == ["launches": .integer(2)])
        #expect(!state.hasUnsavedChanges)
    }

    @Test("A setter does not wait for a commit")
    func setterDuringCommit() {
        let state = makeState(.automatic)
        state.launches = 1
        store.holdCommits()
        let commit = onThread("commit") { try? state.save() }
        #expect(store.waitForHeldCommits())
        state.launches = 2
        state.items.append(1)
        #expect(state.launches == 2)
        store.releaseCommits()
        commit.wait()
    }

    @Test("save() may be called from an error handler, an observer and a transaction's body")
    func reentrance() throws {
        let state = makeState(.automatic)
        withObservationTracking {
            _ = state.hasUnsavedChanges
        } onChange: {
            try? state.save()
        }
        state.launches = 1
        #expect(try saved == ["launches": .integer(1)])
        state.someInt = 2
        try state.transaction { transaction in
            try state.save()
            transaction.launches += 1
        }
        #expect(try saved == ["launches": .integer(2), "someInt": .integer(2)])
    }
}
