internal import DataContainer
internal import Foundation

extension StoreContract {
    /// What two stores in one place share.
    static let placeRules: [Rule] = [
        Rule("opened again", "Entries and revisions are there when the place is opened again.") { fixture in
            let (store, again) = try fixture.make()
            guard let again else { return }
            let first = try store.set(["a": .integer(1), "b": .text("x"), "gone": .integer(1)])
            let second = try store.set(["b": .text("y")], durability: .power)
            try store.remove(["gone"])
            let reopened = try again()
            try fixture.require(reopened, holds: ["a": .integer(1), "b": .text("y")])
            let revisions = try reopened.load(["a", "b"]).entries.mapValues(\.revision)
            try fixture.require(revisions == ["a": first, "b": second], "\(revisions), not \([first, second])")
        },
        Rule("revisions never go back", "A commit after opening again has a greater revision than all before.") {
            fixture in
            let (store, again) = try fixture.make()
            guard let again else { return }
            try store.set(["a": .integer(1), "b": .integer(1)])
            try store.remove(["a"])
            var last = try store.remove(["b"])
            for number in 0..<3 {
                let reopened = try again()
                let present = try reopened.load(nil).revision
                try fixture.require(present >= last, "\(present) after opening again, \(last) before")
                let next = try reopened.set(["a": .integer(Int64(number))])
                try fixture.require(next > last, "\(next) after \(last)")
                last = try reopened.remove(["a"])
            }
        },
        Rule("two stores in one place", "A commit through one store is in the next load of the other.") { fixture in
            let (store, again) = try fixture.make()
            guard let again else { return }
            try store.set(["a": .integer(0)])
            let other = try again()
            for number in 1...10 {
                let revision = try store.set(["a": .integer(Int64(number)), "x \(number)": .bool(true)])
                var found = try other.load(["a"])
                try fixture.require(found, is: ["a": .integer(Int64(number))], asked: "a, from the other store")
                try fixture.require(
                    found.entries["a"]?.revision == revision, "\(found.entries["a"] as Any), not \(revision)")
                let next = try other.commit(
                    ChangeSet(updates: ["a": .integer(Int64(-number))], removals: ["x \(number)"]),
                    durability: .process)
                try fixture.require(next > revision, "\(next) from the other store, after \(revision)")
                found = try store.load(nil)
                try fixture.require(found, is: ["a": .integer(Int64(-number))], asked: "everything, from the first")
            }
        },
        Rule("conflicts between stores", "A store sees that another in the same place moved an expected entry.") {
            fixture in
            let (store, again) = try fixture.make()
            guard let again, store.capabilities.contains(.comparesRevisions) else { return }
            let old = try store.set(["a": .integer(1)])
            let other = try again()
            let new = try other.set(["a": .integer(2)])
            let error = try fixture.requireFailure("a commit on a moved entry") {
                _ = try store.commit(
                    ChangeSet(updates: ["a": .integer(3)], expects: ["a": old]), durability: .process)
            }
            let expected: [String: Entry?] = ["a": Entry(value: .integer(2), revision: new)]
            try fixture.require(error.conflicts == expected, "\(error)")
            try fixture.require(other, holds: ["a": .integer(2)])
        },
    ]

    /// What a store that can observe reports.
    static let observationRules: [Rule] = [
        Rule("changes are reported", "Each commit is reported, in the order of the revisions, until cancelled.") {
            fixture in
            let (store, again) = try fixture.make()
            let log = ChangeLog()
            try store.set(["before": .integer(0)])
            guard let observation = store.observe(log.append) else { return }
            let writer = try again?() ?? store
            let first = try writer.set(["a": .integer(1), "b": .integer(1)])
            let second = try writer.commit(
                ChangeSet(updates: ["b": .integer(2)], removals: ["a"]), durability: .process)
            let changes = try fixture.wait(log, for: second)
            let revisions = changes.map(\.revision)
            try fixture.require(revisions == revisions.sorted(), "the order \(revisions)")
            // Commits close together may be reported as one, so only what they add up to is fixed.
            let last = changes.compactMap { $0.entries["b"] }.last
            try fixture.require(last == Entry(value: .integer(2), revision: second), "\(last as Any) for b")
            let removed = changes.compactMap { $0.removed["a"] }.last
            let isKnown = changes.contains { $0.entries["a"] != nil }
            try fixture.require(
                removed == second || removed == nil && !isKnown,
                "the removal \(removed as Any) for a, \(first) to \(second)")
            try fixture.require(changes.allSatisfy { $0.entries["before"] == nil }, "an entry that did not change")
            observation.cancel()
            observation.cancel()
            try writer.set(["late": .integer(1)])
            // A second observer's report shows that the first one's would have come by now.
            let control = ChangeLog()
            let controlObservation = store.observe(control.append)
            _ = try fixture.wait(control, for: try writer.set(["later": .integer(1)]))
            controlObservation?.cancel()
            try fixture.require(
                log.changes.allSatisfy { $0.revision <= second }, "a report after the observation was cancelled")
        },
        Rule("observer may use the store", "No lock of the store is held while a change is reported.") { fixture in
            let (store, again) = try fixture.make()
            let log = ChangeLog()
            let observation = store.observe { change in
                // The first time only: a store may report this commit, too.
                if log.changes.isEmpty { _ = try? store.set(["seen": .bool(true)]) }
                log.append(change)
            }
            guard let observation else { return }
            // What is committed through the store itself need not be reported.
            let revision = try (try again?() ?? store).set(["a": .integer(1)])
            _ = try fixture.wait(log, for: revision)
            try fixture.require(store, holds: ["a": .integer(1), "seen": .bool(true)])
            observation.cancel()
        },
    ]
}

/// The changes that were reported.
private final class ChangeLog: @unchecked Sendable {
    // Unchecked, because `reported` is touched only while `condition` is locked.
    private let condition = NSCondition()
    private var reported: [ExternalChange] = []

    var changes: [ExternalChange] {
        condition.withLock { reported }
    }

    @Sendable func append(_ change: ExternalChange) {
        condition.withLock { reported.append(change) }
        condition.broadcast()
    }

    /// Waits until a change of at least this revision was reported.
    func wait(for revision: Revision, seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while reported.last.map({ $0.revision < revision }) ?? true {
                if !condition.wait(until: deadline) { return false }
            }
            return true
        }
    }
}

extension Fixture {
    fileprivate func wait(_ log: ChangeLog, for revision: Revision) throws -> [ExternalChange] {
        try require(
            log.wait(for: revision, seconds: patience),
            "no report of \(revision) within \(patience) seconds, only \(log.changes)")
        return log.changes
    }
}
