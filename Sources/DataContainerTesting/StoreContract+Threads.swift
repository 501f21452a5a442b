internal import DataContainer
internal import Foundation

extension StoreContract {
    private static let threads = 8

    /// What happens when several threads use a store at once.
    static let threadRules: [Rule] = [
        Rule("threads", "Commits from eight threads at once are all made, each with a revision of its own.") {
            fixture in
            let store = try fixture.store()
            let commits = 25
            let revisions = try inThreads { thread in
                try (0..<commits).map { number in
                    try store.set(["\(thread) \(number)": .integer(Int64(number)), "last \(thread)": .integer(1)])
                }
            }
            for (thread, revisions) in revisions.enumerated() {
                try fixture.require(revisions == revisions.sorted(), "falling revisions in thread \(thread)")
            }
            let different = Set(revisions.joined()).count
            try fixture.require(different == threads * commits, "only \(different) different revisions")
            let found = try store.load(nil)
            try fixture.require(
                found.entries.count == threads * (commits + 1), "\(found.entries.count) entries; \(found.unreadable)")
        },
        Rule("visible to any thread", "A commit that has returned is in the next load of any thread.") { fixture in
            let store = try fixture.store()
            for number in 0..<20 {
                try store.set(["a": .integer(Int64(number))])
                let found = try inThreads { _ in try store.load(["a"]).entries["a"]?.value }
                try fixture.require(
                    found.allSatisfy { $0 == .integer(Int64(number)) }, "\(found) after \(number) was committed")
            }
        },
        Rule("never half a commit", "A load sees all of a commit or nothing of it.") { fixture in
            let store = try fixture.store()
            guard store.capabilities.contains(.commitsAtomically) else { return }
            let keys = (0..<20).map { "part \($0)" }
            @Sendable func set(_ number: Int) throws {
                let value = StoredValue.integer(Int64(number))
                try store.set(Dictionary(uniqueKeysWithValues: keys.map { ($0, value) }))
            }
            try set(0)
            // The writer goes on until every reader has read some, and the readers until the writer ends.
            let readers = Results<Void>(count: threads - 1)
            let writer = Results<Void>(count: 1)
            let torn = try inThreads { thread -> Set<StoredValue>? in
                if thread == threads - 1 {
                    defer { writer.set(.success(()), at: 0) }
                    var number = 0
                    repeat {
                        number += 1
                        try set(number)
                    } while number < 100 || !readers.areComplete
                    return nil
                }
                defer { readers.set(.success(()), at: thread) }
                var number = 0
                while !writer.areComplete {
                    number += 1
                    let entries = try store.load(number.isMultiple(of: 2) ? keys : nil).entries
                    let found = Set(entries.values.map(\.value))
                    if found.count != 1 { return found }
                    if number == 20 { readers.set(.success(()), at: thread) }
                }
                return nil
            }
            try fixture.require(torn.allSatisfy { $0 == nil }, "a mixture: \(torn.compactMap { $0 })")
        },
        Rule("compare and set", "Of several commits that expect the same revision, one is made.") { fixture in
            let store = try fixture.store()
            guard store.capabilities.contains(.comparesRevisions) else { return }
            for round in 0..<20 {
                let expected = try store.load(["a"]).entries["a"]?.revision ?? .zero
                let isMade = try inThreads { thread in
                    do throws(StoreError) {
                        _ = try store.commit(
                            ChangeSet(updates: ["a": .integer(Int64(thread))], expects: ["a": expected]),
                            durability: .process)
                        return true
                    } catch {
                        if error.code != .conflict { throw error }
                        return false
                    }
                }
                let winners = isMade.indices.filter { isMade[$0] }
                try fixture.require(winners.count == 1, "in round \(round), the commits of threads \(winners)")
                try fixture.require(store, holds: ["a": .integer(Int64(winners[0]))])
            }
        },
    ]

    /// Runs `body` in eight threads at once, and returns their results by thread.
    ///
    /// - Throws: The error of the first thread that failed.
    private static func inThreads<Result: Sendable>(
        _ body: @escaping @Sendable (_ thread: Int) throws -> Result
    ) throws -> [Result] {
        let results = Results<Result>(count: threads)
        let start = DispatchGroup()
        let end = DispatchGroup()
        start.enter()
        for number in 0..<threads {
            end.enter()
            Thread {
                start.wait()
                results.set(Swift.Result { try body(number) }, at: number)
                end.leave()
            }.start()
        }
        start.leave()
        end.wait()
        return try results.all()
    }
}

/// The results of some threads.
private final class Results<Value: Sendable>: @unchecked Sendable {
    // Unchecked, because `results` is touched only while `lock` is held.
    private let lock = NSLock()
    private var results: [Result<Value, any Error>?]

    init(count: Int) {
        results = Array(repeating: nil, count: count)
    }

    func set(_ result: Result<Value, any Error>, at index: Int) {
        lock.withLock { results[index] = result }
    }

    var areComplete: Bool {
        lock.withLock { !results.contains { $0 == nil } }
    }

    func all() throws -> [Value] {
        try lock.withLock { results }.compactMap { try $0?.get() }
    }
}
