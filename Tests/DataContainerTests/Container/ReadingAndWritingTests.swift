import DataContainer
import Observation
import Testing

@Suite("Reading and writing")
struct ReadingAndWritingTests {
    let state = AppState(store: .memory, lifecycle: .none)

    @Test("A property has its default until it is set")
    func defaults() {
        #expect(state.someInt == nil)
        #expect(state.launches == 0)
        #expect(state.items == [])
        #expect(state.draft == "")
    }

    @Test("Setting and changing in place are read back")
    func values() {
        state.someInt = 3
        state.launches += 2
        state.items.append(7)
        state.someString = "text"
        state.someString?.append("!")
        state.draft = "draft"
        #expect(state.someInt == 3)
        #expect(state.launches == 2)
        #expect(state.items == [7])
        #expect(state.someString == "text!")
        #expect(state.draft == "draft")
    }

    @Test("A mutation that throws keeps what it did before, and the turn is given back")
    func throwingMutation() throws {
        struct Failure: Error {}
        func fail(_ items: inout [Int]) throws {
            items.append(1)
            throw Failure()
        }
        #expect(throws: Failure.self) { try fail(&state.items) }
        #expect(state.items == [1])
        state.items.append(2)
        #expect(state.items == [1, 2])
    }

    @Test("A mutation may suspend")
    func suspendingMutation() async {
        func load(_ items: inout [Int]) async {
            await Task.yield()
            items.append(1)
            await Task.detached {}.value
            items.append(2)
        }
        await load(&state.items)
        state.items.append(3)
        #expect(state.items == [1, 2, 3])
    }

    @Test("Suspended mutations of many tasks end, and the last to end has the last word")
    func manySuspendingMutations() async {
        @Sendable func append(_ number: Int, to items: inout [Int]) async {
            await Task.detached {}.value
            items.append(number)
        }
        await withTaskGroup { group in
            for number in 1...8 { group.addTask { await append(number, to: &state.items) } }
        }
        // Which of them overlapped depends on the threads that they ran on; none waited for itself.
        #expect((1...8).contains(state.items.last ?? 0))
        state.items = []
        #expect(state.items == [])
    }

    @Test("Another property may be written inside a mutation")
    func nestedMutation() {
        func change(_ items: inout [Int]) {
            items.append(1)
            state.launches += 1
            state.someInt = 5
            items.append(state.launches)
        }
        change(&state.items)
        #expect(state.items == [1, 1])
        #expect(state.launches == 1)
        #expect(state.someInt == 5)
    }

    @Test("Keys are the names, unless an attribute says otherwise")
    func keys() {
        #expect(AppState.Keys.someInt == "someInt")
        #expect(AppState.Keys.flag == "flag_key")
        #expect(state.properties.flag.key == "flag_key")
    }

    @Test("A property can be passed around")
    func property() {
        let launches = state.properties.launches
        launches.value += 1
        #expect(state.launches == 1)
        #expect(launches.defaultValue == 0)
    }

    #if os(Linux) || os(macOS)
    @Test("Writing to a property from inside its own mutation stops with a message")
    func overlap() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let state = AppState(store: .memory, lifecycle: .none)
            func change(_ items: inout [Int]) {
                state.items = [1]
            }
            change(&state.items)
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("a property is written from inside its own in-place mutation"))
    }
    #endif
}
