import DataContainer
import DataContainerTesting
import Foundation
import Testing

@Suite("A faulty store fails and waits on demand")
struct FaultyStoreTests {
    let store = FaultyStore()

    @discardableResult
    private func set(_ value: Int64) throws -> Revision {
        try store.commit(ChangeSet(updates: ["a": .integer(value)]), durability: .process)
    }

    @Test func loadsFailAsOftenAsAsked() throws {
        store.failLoads(2, with: StoreError(.permissionDenied, "locked"))
        for _ in 0..<2 {
            let error = #expect(throws: StoreError.self) { try store.load(["a"]) }
            #expect(error?.code == .permissionDenied)
        }
        #expect(try store.load(nil).entries.isEmpty)
        #expect(store.loads == [["a"], ["a"], nil])
    }

    @Test func failedCommitsChangeNothing() throws {
        try set(1)
        store.failCommits(with: StoreError(.full, "no room"))
        for _ in 0..<3 {
            #expect(throws: StoreError.self) { try set(2) }
        }
        #expect(try store.load(nil).entries["a"]?.value == .integer(1))
        store.mend()
        try set(3)
        #expect(try store.load(nil).entries["a"]?.value == .integer(3))
        #expect(store.commits.map(\.changes.updates) == [1, 2, 2, 2, 3].map { ["a": .integer($0)] })
    }

    @Test func heldCommitsWaitUntilReleased() throws {
        store.holdCommits()
        let done = DispatchSemaphore(value: 0)
        // A thread of its own: the tests themselves may occupy all those that tasks run on.
        Thread { [store] in
            _ = try? store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .power)
            done.signal()
        }.start()
        #expect(store.waitForHeldCommits())
        #expect(try store.load(nil).entries.isEmpty)
        #expect(store.commits.map(\.durability) == [.power])
        store.releaseCommits()
        done.wait()
        #expect(try store.load(nil).entries["a"]?.value == .integer(1))
        #expect(store.waitForCommits(1))
        #expect(!store.waitForCommits(2, seconds: 0.01))
    }
}
