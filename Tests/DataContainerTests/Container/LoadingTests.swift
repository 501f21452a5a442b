import DataContainerTesting
import Observation
import Testing

@testable import DataContainer

@Suite("Loading")
struct LoadingTests {
    let memory = MemoryStore(["launches": .integer(41), "someString": .text("saved"), "unclaimed": .bool(true)])
    let store: FaultyStore
    let scheduler = ManualScheduler()
    let errors = Log<ContainerError>()

    init() {
        store = FaultyStore(memory)
    }

    private func makeState(_ saving: SavingPolicy = .automatic) -> AppState {
        scheduler.use {
            AppState(store: store, saving: saving, lifecycle: .none) { [errors] in errors.append($0) }
        }
    }

    private var saved: [String: StoredValue] {
        get throws { try memory.load(nil).entries.mapValues(\.value) }
    }

    @Test("Saved values are there from the start; entries of nobody are not asked for and not touched")
    func load() throws {
        let state = makeState()
        #expect(state.launches == 41 && state.someString == "saved" && state.someInt == nil)
        #expect(!state.hasUnsavedChanges && errors.all.isEmpty)
        #expect(store.loads.first.map { Set($0 ?? []) }?.contains("unclaimed") == false)
        state.reset()
        try state.save()
        #expect(try saved == ["unclaimed": .bool(true)])
    }

    @Test("A store that cannot be read is not empty: nothing is committed until it has been read")
    func waiting() throws {
        store.failLoads(2, with: StoreError(.permissionDenied, "locked"))
        let state = makeState()
        guard case .waitingForStore(let error) = state.status else { return #expect(Bool(false), "\(state.status)") }
        #expect(error.code == .permissionDenied)
        #expect(errors.all.map(\.code) == [.cannotLoad])
        state.someInt = 7
        #expect(state.launches == 0 && state.someInt == 7)
        scheduler.advance(by: .milliseconds(100))
        #expect(store.commits.isEmpty)
        #expect(!state.status.isReady)
        scheduler.advance(by: .milliseconds(300))
        #expect(state.status.isReady)
        #expect(state.launches == 41 && state.someString == "saved" && state.someInt == 7)
        #expect(try saved["someInt"] == .integer(7) && saved["launches"] == .integer(41))
        #expect(errors.all.count == 1)
    }

    @Test("A value set meanwhile wins over the saved one, even if it equals the default")
    func setMeanwhile() throws {
        store.failLoads(1, with: StoreError(.permissionDenied, "locked"))
        let state = makeState()
        state.launches = 0
        state.someString = "new"
        scheduler.advance(by: .seconds(1))
        #expect(state.launches == 0 && state.someString == "new")
        #expect(try saved["launches"] == .integer(0) && saved["someString"] == .text("new"))
    }

    @Test("An increment of a value that was never read does not overwrite the saved one")
    func incrementMeanwhile() throws {
        store.failLoads(1, with: StoreError(.permissionDenied, "locked"))
        let state = makeState()
        state.launches += 1
        state.items.append(1)
        scheduler.advance(by: .seconds(1))
        #expect(state.launches == 41)
        #expect(state.items == [1])
        #expect(try saved["launches"] == .integer(41) && saved["items"] == .json("[1]"))
        #expect(errors.all.map(\.code) == [.cannotLoad, .changeGivenUp])
        #expect(errors.all.last?.key == "launches")
    }

    @Test("An increment before the store was read is a change like any other once there turned out to be no entry")
    func incrementOfDefault() throws {
        store.failLoads(1, with: StoreError(.permissionDenied, "locked"))
        let state = makeState(.manually)
        state.items.append(1)
        try state.reload()
        try MemoryStoreView(memory).set(["items": .json("[9]")])
        let revision = try memory.load([]).revision
        waitUntil("the other's commit has been looked at") {
            scheduler.advance(by: .zero)
            return state._handle.core.state.withLock { state in
                state.slots.contains { max($0.passedOver, $0.revision) == revision }
            }
        }
        #expect(state.items == [1] && state.hasUnsavedChanges)
        #expect(errors.all.map(\.code) == [.cannotLoad])
        try state.save()
        #expect(try saved["items"] == .json("[1]"))
    }

    @Test("save(), a lifecycle event and reload() try to read it too", arguments: ["save", "foreground", "reload"])
    func otherTries(_ way: String) throws {
        store.failLoads(1, with: StoreError(.permissionDenied, "locked"))
        let state = makeState()
        state.someInt = 7
        switch way {
        case "save": try state.save()
        case "foreground": state._handle.core.handle(.foreground)
        default: try state.reload()
        }
        #expect(state.status.isReady && state.launches == 41)
        try state.save()
        #expect(try saved["someInt"] == .integer(7))
    }

    @Test("An entry of another type keeps the default, is named, and stays until the property is set")
    func typeMismatch() throws {
        _ = try memory.commit(ChangeSet(updates: ["someInt": .text("hello")]), durability: .process)
        let state = makeState()
        #expect(state.someInt == nil && state.launches == 41)
        let error = try #require(errors.all.first)
        #expect(error.code == .typeMismatch && error.key == "someInt")
        #expect(error.expectedType == "Optional<Int>" || error.expectedType == "Int")
        #expect(error.found?.contains("hello") == true)
        try state.save()
        #expect(try saved["someInt"] == .text("hello"))
        state.someInt = 5
        try state.save()
        #expect(try saved["someInt"] == .integer(5))
        let copy = try #require(try saved.keys.first { $0.hasPrefix("someInt.set-aside-") })
        #expect(try saved[copy] == .text("hello"))
        #expect(error.message.contains("'\(copy)'"))
        state.someInt = 6
        try state.save()
        #expect(try saved.count == 5)
    }

    @Test("A change made before an entry could be read replaces it only with a copy", arguments: [false, true])
    func mismatchPending(inTransaction: Bool) throws {
        _ = try memory.commit(ChangeSet(updates: ["someInt": .text("hello")]), durability: .process)
        store.failLoads(1, with: StoreError(.permissionDenied, "locked"))
        let state = makeState(.manually)
        state.someInt = 5
        if inTransaction { try state.transaction { $0.someInt = 6 } } else { try state.save() }
        #expect(try saved["someInt"] == .integer(inTransaction ? 6 : 5))
        let copy = try #require(try saved.keys.first { $0.hasPrefix("someInt.set-aside-") })
        #expect(try saved[copy] == .text("hello"))
    }

    @Test("Setting the value that is there replaces an entry that could not be read")
    func mismatchEqual() throws {
        _ = try memory.commit(ChangeSet(updates: ["launches": .text("hello")]), durability: .process)
        let state = makeState()
        state.launches = 0
        try state.save()
        #expect(try saved["launches"] == .integer(0))
    }

    @Test("reload() takes over what the store holds, except where a change is pending")
    func reload() throws {
        let state = makeState(.manually)
        state.someInt = 1
        let other = MemoryStoreView(memory)
        try other.set(["launches": .integer(50), "someInt": .integer(2)], removing: ["someString"])
        try state.reload()
        #expect(state.launches == 50 && state.someInt == 1 && state.someString == nil)
        store.failLoads(1, with: StoreError(.inputOutput, "broken"))
        #expect { try state.reload() } throws: { ($0 as? StoreError)?.code == .inputOutput }
        #expect(state.launches == 50)
    }

    @Test("reset() puts defaults back and removes the entries, of all properties or of one")
    func reset() throws {
        let state = makeState()
        state.draft = "kept"
        state.reset(\.launches)
        #expect(state.launches == 0 && state.someString == "saved")
        try state.save()
        #expect(try saved["launches"] == nil && saved["someString"] == .text("saved"))
        state.reset()
        #expect(state.someString == nil && state.draft == "kept")
        try state.save()
        #expect(try saved == ["unclaimed": .bool(true)])
    }

    @Test("Two containers on one store see each other's commits as changes")
    func shared() throws {
        let first = makeState()
        let second = makeState()
        let seen = Log<Int>()
        withObservationTracking {
            _ = second.launches
        } onChange: {
            seen.append(second.launches)
        }
        first.launches = 60
        try first.save()
        waitUntil("the second container sees it") {
            scheduler.advance(by: .zero)
            return second.launches == 60
        }
        #expect(seen.all == [60])
        #expect(!second.hasUnsavedChanges)
        first.reset(\.launches)
        try first.save()
        waitUntil("the second container sees the removal") {
            scheduler.advance(by: .zero)
            return second.launches == 0
        }
    }

    @Test("An error handler may touch the container's own static constant")
    func errorInInitializer() {
        // A deadlock, if the handler ran on the thread that makes the container.
        #expect(Touchy.shared.launches == 0)
        waitUntil("the handler has run") { Touchy.log.all == [0] }
    }
}

@DataContainer
private final class Touchy {
    static let log = Log<Int>()
    static let shared: Touchy = Touchy(store: MemoryStore(["launches": .text("x")]), lifecycle: .none) { _ in
        log.append(Touchy.shared.launches)
    }
    var launches = 0
}

/// Another writer of a memory store.
private struct MemoryStoreView {
    let store: MemoryStore

    init(_ store: MemoryStore) {
        self.store = store
    }

    func set(_ values: [String: StoredValue], removing keys: Set<String> = []) throws {
        _ = try store.commit(ChangeSet(updates: values, removals: keys), durability: .process)
    }
}
