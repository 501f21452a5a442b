import DataContainer
import Foundation
import Testing

@Suite("The store in memory")
struct MemoryStoreTests {
    @Test func eachUseIsANewStore() throws {
        let first: MemoryStore = .memory
        let second: MemoryStore = .memory
        _ = try first.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        #expect(try second.load(nil).entries.isEmpty)
    }

    @Test func startsWithValues() throws {
        let store = MemoryStore(["a": .integer(1)])
        let snapshot = try store.load(nil)
        #expect(snapshot.entries == ["a": Entry(value: .integer(1), revision: snapshot.revision)])
        #expect(snapshot.revision > .zero)
    }

    @Test func reportsComeOneAtATimeInOrderFromManyThreads() async throws {
        let store = MemoryStore()
        let (reports, continuation) = AsyncStream.makeStream(of: Revision.self)
        let observation = store.observe { continuation.yield($0.revision) }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<100 {
                _ = try? store.commit(
                    ChangeSet(updates: ["\(thread)": .integer(Int64(number))]), durability: .process)
            }
        }
        var expected = Revision.zero
        for await revision in reports {
            expected = expected.next
            #expect(revision == expected)
            if expected.rawValue == 800 { break }
        }
        observation?.cancel()
    }

    @Test func observationEndsWithItsObject() throws {
        let store = MemoryStore()
        final class Token: Sendable {}
        var token: Token? = Token()
        weak let seen = token
        var observation = store.observe { [token] _ in _ = token }
        token = nil
        #expect(seen != nil && observation != nil)
        observation = nil
        #expect(seen == nil)
    }
}
