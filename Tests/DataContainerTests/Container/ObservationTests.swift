import DataContainer
import Observation
import Testing

@Suite("Observation")
struct ObservationTests {
    let state = AppState(store: .memory, lifecycle: .none)

    private func changes(reading read: () -> Void, when write: () throws -> Void) rethrows -> Int {
        let changes = Log<Void>()
        withObservationTracking(read) { changes.append(()) }
        try write()
        return changes.all.count
    }

    @Test("A change of a property that was read is told, once")
    func changed() {
        #expect(changes(reading: { _ = state.launches }, when: { state.launches = 1 }) == 1)
        #expect(changes(reading: { _ = state.items }, when: { state.items.append(1) }) == 1)
        #expect(changes(reading: { _ = state.draft }, when: { state.draft = "x" }) == 1)
    }

    @Test("A change of another property is not told")
    func other() {
        #expect(changes(reading: { _ = state.launches }, when: { state.someInt = 1 }) == 0)
    }

    @Test("An equal value is no change", arguments: [false, true])
    func equal(inPlace: Bool) {
        state.launches = 5
        #expect(
            changes(
                reading: { _ = state.launches },
                when: { if inPlace { state.launches += 0 } else { state.launches = 5 } })
                == 0)
    }

    @Test("An observer that reads again at once gets the new value")
    func newValue() {
        let seen = Log<Int>()
        withObservationTracking {
            _ = state.launches
        } onChange: {
            seen.append(state.launches)
        }
        state.launches = 7
        #expect(seen.all == [7])
    }

    @Test("A transaction tells each changed property once, when all of them have changed")
    func transaction() throws {
        let seen = Log<[Int]>()
        for property in [state.properties.launches] {
            withObservationTracking {
                _ = property.value
            } onChange: {
                seen.append([state.launches, state.someInt ?? 0])
            }
        }
        withObservationTracking {
            _ = state.someInt
        } onChange: {
            seen.append([state.launches, state.someInt ?? 0])
        }
        try state.transaction { state in
            state.launches = 1
            state.launches = 2
            state.someInt = 3
        }
        #expect(seen.all == [[2, 3], [2, 3]])
    }

    @Test("Whether changes are unsaved is observable")
    func unsaved() throws {
        let manual = AppState(store: .memory, saving: .manually, lifecycle: .none)
        #expect(changes(reading: { _ = manual.hasUnsavedChanges }, when: { manual.launches = 1 }) == 1)
        #expect(changes(reading: { _ = manual.hasUnsavedChanges }, when: { manual.launches = 2 }) == 0)
        #expect(try changes(reading: { _ = manual.hasUnsavedChanges }, when: { try manual.save() }) == 1)
        #expect(!manual.hasUnsavedChanges)
    }

    @Test("Values arrive in an asynchronous sequence")
    func sequence() async {
        var iterator = Observations { state.launches }.makeAsyncIterator()
        #expect(await iterator.next() == 0)
        state.launches = 1
        #expect(await iterator.next() == 1)
    }
}
