import DataContainerTesting
import Dispatch
import Observation
import Testing

@testable import DataContainer

@DataContainer
private final class HookedState {
    var value = Hooked(0)
    var other = 0
}

/// No lock or turn is held in a user's `==`: what it waits for may happen, and what happens meanwhile is not lost.
@Suite("A user's code in the middle of a change")
struct UserCodeTests {
    private let memory = MemoryStore()
    private let scheduler = ManualScheduler()
    private let state: HookedState

    init() {
        let memory = memory
        state = scheduler.use { HookedState(store: memory, lifecycle: .none) }
    }

    private var saved: [String: StoredValue] {
        get throws { try memory.load(nil).entries.mapValues(\.value) }
    }

    /// Runs `change` while the first `==` in it waits for another thread that runs `meanwhile`.
    private func during(_ change: () throws -> Void, _ meanwhile: @escaping @Sendable () -> Void) rethrows {
        let isFirst = Lock(true)
        let hook: @Sendable () -> Void = {
            guard
                isFirst.withLock({ first in
                    defer { first = false }; return first
                })
            else { return }
            onThread("meanwhile", meanwhile).wait()
        }
        try Hooked.$onCompare.withValue(hook, operation: change)
        #expect(isFirst.withLock { !$0 }, "nothing was compared")
    }

    @Test("reset() puts back a value that was set while it compared")
    func reset() throws {
        during {
            state.reset()
        } _: { [state] in
            state.value = Hooked(5)
        }
        try state.save()
        // Whichever came last, memory and store agree.
        #expect(try saved["value"] == (state.value == Hooked(0) ? nil : .json("\(state.value.number)")))
    }

    @Test("Comparing and encoding in a transaction may wait for another writer, and the body runs again after it")
    func transaction() throws {
        for hook in [Hooked.$onCompare, Hooked.$onEncode] {
            let before = state.other
            let isFirst = Lock(true)
            var runs = 0
            let wait: @Sendable () -> Void = { [state] in
                guard isFirst.withLock({ $0 }) else { return }
                isFirst.withLock { $0 = false }
                onThread("meanwhile") { state.other += 1 }.wait()
            }
            try hook.withValue(wait) {
                try state.transaction { state in
                    runs += 1
                    state.value.number += 1
                    state.other += 10
                }
            }
            #expect(runs == 2)
            #expect(state.other == before + 11)
        }
        #expect(state.value == Hooked(2))
        #expect(try saved == ["value": .json("2"), "other": .integer(22)])
    }

    @Test("The comparison after an in-place mutation may wait for another writer")
    func mutation() throws {
        during {
            state.value.number += 1
        } _: { [state] in
            state.value.number += 10
            state.other += 1
        }
        #expect(state.value.number == 11 && state.other == 1)
        try state.save()
        #expect(try saved == ["value": .json("11"), "other": .integer(1)])
    }

    @Test("An in-place mutation that changes nothing is no change, and tells nobody")
    func noChange() throws {
        let told = Log<Int>()
        withObservationTracking {
            _ = state.value
            _ = state.hasUnsavedChanges
        } onChange: {
            told.append(0)
        }
        state.value.number += 0
        #expect(told.all.isEmpty && !state.hasUnsavedChanges)
        state.other = 1
        state.value.number += 0
        try state.save()
        #expect(try saved == ["other": .integer(1)])
    }

    @Test("A mutation that turns out to be none leaves the change before it pending, though a commit has both")
    func noChangeDuringCommit() throws {
        let store = FaultyStore(memory)
        let state = HookedState(store: store, saving: .manually, lifecycle: .none)
        state.value = Hooked(5)
        store.holdCommits()
        let saved = Gate("saved")
        during {
            state.value.number += 0
        } _: {
            DispatchQueue(label: "save").async {
                try? state.save()
                saved.open()
            }
            #expect(store.waitForHeldCommits())
        }
        store.releaseCommits()
        saved.wait()
        try state.save()
        #expect(!state.hasUnsavedChanges)
        #expect(try self.saved == ["value": .json("5")])
    }
}
