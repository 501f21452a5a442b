import Dispatch
import Observation
import Testing

@testable import DataContainer

@Suite("Threads")
struct ConcurrencyTests {
    let state = AppState(store: .memory, lifecycle: .none)

    @Test("8 threads x 100,000 increments give exactly 800,000")
    func increments() {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<100_000 { state.launches += 1 }
        }
        #expect(state.launches == 800_000)
    }

    @Test("Setters, mutations and transactions of many threads lose nothing")
    func mixture() throws {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<500 {
                state.launches += 1
                state.someInt = round
                state.items.append(thread)
                if round % 50 == 0 {
                    try? state.transaction { state in
                        state.launches += 1
                        state.items.append(thread)
                    }
                }
            }
        }
        #expect(state.launches == 8 * 510)
        #expect(state.items.count == 8 * 510)
        for thread in 0..<8 { #expect(state.items.count { $0 == thread } == 510) }
    }

    @Test("A reader does not wait for a mutation, and sees the old value until it ends")
    func readDuringMutation() {
        let began = Gate("mutation began")
        let mayEnd = Gate("mutation may end")
        state.items = [1]
        let done = onThread("mutation") {
            func change(_ items: inout [Int]) {
                items.append(2)
                began.open()
                mayEnd.wait()
            }
            change(&state.items)
        }
        began.wait()
        #expect(state.items == [1])
        mayEnd.open()
        done.wait()
        #expect(state.items == [1, 2])
    }

    @Test("A writer waits for a mutation of any property, and then writes on top of it")
    func writersWait() {
        let began = Gate("mutation began")
        let mayEnd = Gate("mutation may end")
        let order = Log<String>()
        let mutation = onThread("mutation") {
            func change(_ launches: inout Int) {
                launches += 1
                began.open()
                mayEnd.wait()
                order.append("mutation")
            }
            change(&state.launches)
        }
        began.wait()
        let writers = [
            onThread("same property") {
                state.launches += 1
                order.append("writer")
            },
            onThread("other property") {
                state.someInt = 1
                order.append("writer")
            },
            onThread("transaction") {
                try? state.transaction { $0.launches += 1 }
                order.append("writer")
            },
        ]
        // All three wait: each has put itself into the queue for the turn.
        waitUntil("three writers wait") { state._handle.core.state.withLock { $0.turn.waiterCount } == 3 }
        #expect(order.all == [])
        mayEnd.open()
        mutation.wait()
        for writer in writers { writer.wait() }
        #expect(order.all.first == "mutation")
        #expect(state.launches == 3)
        #expect(state.someInt == 1)
    }

    @Test("A change observer may write, and may wait for another thread that reads and writes")
    func observers() {
        let finished = Gate("observer finished")
        withObservationTracking {
            _ = state.launches
        } onChange: {
            state.someInt = 1
            let other = onThread("other") {
                state.someInt = (state.someInt ?? 0) + state.launches
                state.items.append(1)
            }
            other.wait()
            finished.open()
        }
        state.launches = 41
        finished.wait()
        #expect(state.someInt == 42)
        #expect(state.items == [1])
    }

    @Test("A writer on the actor of a suspended mutation does not wait for ever")
    @MainActor
    func suspendedMutation() async {
        let began = AsyncStream<Void>.makeStream()
        let mayEnd = AsyncStream<Void>.makeStream()
        func refresh(_ items: inout [Int]) async {
            began.continuation.yield()
            for await _ in mayEnd.stream { break }
            items = [1]
        }
        let mutation = Task { @MainActor in await refresh(&state.items) }
        for await _ in began.stream { break }
        // The mutation began on this actor and is suspended. Waiting for it here without end would be a deadlock.
        state.launches += 1
        state.items = [9]
        #expect(state.launches == 1)
        #expect(state.items == [9])
        mayEnd.continuation.yield()
        await mutation.value
        #expect(state.items == [1])
        state.items.append(2)
        #expect(state.items == [1, 2])
    }

    @Test("Values are released outside the locks, where their deinitializers may use the container")
    func deinitializers() {
        final class Payload: Sendable {
            let onDeinit: @Sendable () -> Void
            init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
            deinit { onDeinit() }
        }
        let holder = Holder(store: .memory, lifecycle: .none)
        holder.payload = Payload { holder.count += 1 }
        holder.payload = nil
        #expect(holder.count == 1)
    }
}

@DataContainer
private final class Holder {
    @Transient var payload: (any Sendable)?
    var count = 0
}
