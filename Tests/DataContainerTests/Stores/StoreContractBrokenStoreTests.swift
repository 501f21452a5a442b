import DataContainer
import DataContainerTesting
import Dispatch
import Foundation
import Testing

@Suite("The contract finds stores that break it")
struct StoreContractBrokenStoreTests {
    /// A store with one fault, and the rules that have to find it.
    struct Broken: Sendable, CustomTestStringConvertible {
        let fault: String
        let rules: Set<String>
        let store: @Sendable () -> BrokenStore

        init(_ fault: String, _ rules: Set<String>, _ change: @escaping @Sendable (inout BrokenStore) -> Void) {
            self.fault = fault
            self.rules = rules
            store = {
                var store = BrokenStore()
                change(&store)
                return store
            }
        }

        var testDescription: String { fault }
    }

    static let broken: [Broken] = [
        Broken("returns everything", ["only what was asked for"]) { store in
            store.load = { base, _ throws(StoreError) in try base.load(nil) }
        },
        Broken("returns nothing for nil", ["commit can be read", "many entries at once"]) { store in
            store.load = { base, keys throws(StoreError) in try base.load(keys ?? []) }
        },
        Broken("forgets removals", ["removed entries are gone", "many entries at once"]) { store in
            store.commit = { base, changes, durability throws(StoreError) in
                var changes = changes
                changes.removals = []
                return try base.commit(changes, durability: durability)
            }
        },
        Broken("removes what it also sets", ["set beats removed"]) { store in
            store.commit = { base, changes, durability throws(StoreError) in
                var changes = changes
                changes.updates = changes.updates.filter { !changes.removals.contains($0.key) }
                return try base.commit(changes, durability: durability)
            }
        },
        Broken("does not compare", ["conflict", "conflict with an entry", "compare and set"]) { store in
            store.commit = { base, changes, durability throws(StoreError) in
                var changes = changes
                changes.expects = [:]
                return try base.commit(changes, durability: durability)
            }
        },
        Broken("compares after writing", ["conflict"]) { store in
            store.commit = { base, changes, durability throws(StoreError) in
                if changes.expects.isEmpty { return try base.commit(changes, durability: durability) }
                let snapshot = try base.load(Array(changes.expects.keys))
                let moved = changes.expects.filter { snapshot.entries[$0]?.revision ?? .zero != $1 }
                let revision = try base.commit(ChangeSet(updates: changes.updates), durability: durability)
                if moved.isEmpty { return revision }
                throw .conflict(Dictionary(uniqueKeysWithValues: moved.map { ($0.key, snapshot.entries[$0.key]) }))
            }
        },
        Broken("does not name conflicts", ["conflict"]) { store in
            store.commit = { base, changes, durability throws(StoreError) in
                do throws(StoreError) {
                    return try base.commit(changes, durability: durability)
                } catch {
                    throw StoreError(error.code, error.message)
                }
            }
        },
        Broken("drops the sign of zero", ["exactly: real", "exactly: date"]) { store in
            store.change = { value in
                switch value {
                case .real(0): .real(0)
                case .date(0): .date(0)
                default: value
                }
            }
        },
        Broken("turns Bool into integers", ["exactly: bool"]) { store in
            store.change = { value in
                if case .bool(let value) = value { .integer(value ? 1 : 0) } else { value }
            }
        },
        Broken("keeps integers as doubles", ["exactly: integer"]) { store in
            store.change = { value in
                if case .integer(let value) = value { .integer(Int64(exactly: Double(value)) ?? 0) } else { value }
            }
        },
        Broken("ends texts at NUL", ["exactly: text", "exactly: json"]) { store in
            store.change = { value in
                switch value {
                case .text(let text): .text(String(text.prefix { $0 != "\0" }))
                case .json(let text): .json(text == "null" ? "" : text)
                default: value
                }
            }
        },
        Broken("takes empty data for none", ["exactly: data"]) { store in
            store.load = { base, keys throws(StoreError) in
                var snapshot = try base.load(keys)
                snapshot.entries = snapshot.entries.filter { $0.value.value != .data(Data()) }
                return snapshot
            }
        },
        Broken("always says revision 1", ["revisions grow", "threads"]) { store in
            store.commit = { base, changes, durability throws(StoreError) in
                _ = try base.commit(changes, durability: durability)
                return Revision(rawValue: 1)
            }
        },
        Broken("gives every entry the store's revision", ["entries carry the revision", "nothing else is touched"]) {
            store in
            store.load = { base, keys throws(StoreError) in
                var snapshot = try base.load(keys)
                snapshot.entries = snapshot.entries.mapValues {
                    Entry(value: $0.value, revision: snapshot.revision)
                }
                return snapshot
            }
        },
        Broken("commits entry by entry", ["never half a commit", "entries carry the revision"]) { store in
            let loads = DispatchSemaphore(value: 0)
            store.load = { base, keys throws(StoreError) in
                let snapshot = try base.load(keys)
                loads.signal()
                return snapshot
            }
            store.commit = { base, changes, durability throws(StoreError) in
                var revision = try base.commit(
                    ChangeSet(removals: changes.removals, expects: changes.expects), durability: durability)
                for (number, (key, value)) in changes.updates.enumerated() {
                    revision = try base.commit(ChangeSet(updates: [key: value]), durability: durability)
                    guard number == 0 else { continue }
                    // If somebody is reading, they shall read now.
                    while loads.wait(timeout: .now()) == .success {}
                    _ = loads.wait(timeout: .now() + .milliseconds(10))
                }
                return revision
            }
        },
        Broken("counts empty commits", ["empty commit"]) { store in
            store.commit = { base, changes, durability throws(StoreError) in
                let revision = try base.commit(changes, durability: durability)
                return changes.isEmpty ? revision.next : revision
            }
        },
        Broken("reports nothing", ["changes are reported", "observer may use the store"]) { store in
            store.observe = { _, _ in StoreObservation {} }
        },
    ]

    @Test(arguments: broken)
    func isFound(_ broken: Broken) throws {
        for name in broken.rules {
            let rule = try #require(StoreContract.rules.first { $0.name == name })
            #expect(throws: StoreContract.Violation.self, "\(broken.fault): \(name)") {
                try rule.check({ broken.store() }, patience: 0.2)
            }
        }
    }

    @Test func storeThatForgetsItsPlaceIsFound() throws {
        for name in ["opened again", "revisions never go back", "two stores in one place", "conflicts between stores"] {
            let rule = try #require(StoreContract.rules.first { $0.name == name })
            #expect(throws: StoreContract.Violation.self, "\(name)") {
                try rule.check({ MemoryStore() }, again: { _ in MemoryStore() })
            }
        }
    }

    @Test func violationNamesRulePromiseAndFinding() throws {
        let rule = try #require(StoreContract.rules.first { $0.name == "only what was asked for" })
        let violation = #expect(throws: StoreContract.Violation.self) {
            try rule.check { BrokenStore(load: { base, _ throws(StoreError) in try base.load(nil) }) }
        }
        #expect(violation?.rule == rule.name)
        #expect(violation?.promise == rule.promise)
        #expect(violation?.description.contains("asked for a and c") == true)
    }
}

/// A store in memory with a fault.
struct BrokenStore: Store {
    var base: any Store = MemoryStore()
    var load: @Sendable (any Store, [String]?) throws(StoreError) -> Snapshot = { base, keys throws(StoreError) in
        try base.load(keys)
    }
    var commit: @Sendable (any Store, ChangeSet, Durability) throws(StoreError) -> Revision = {
        base, changes, durability throws(StoreError) in
        try base.commit(changes, durability: durability)
    }
    var change: @Sendable (StoredValue) -> StoredValue = { $0 }
    var observe: @Sendable (any Store, @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? = {
        base, onChange in
        base.observe(onChange)
    }

    func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        try load(base, keys)
    }

    func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        var changes = changes
        changes.updates = changes.updates.mapValues(change)
        return try commit(base, changes, durability)
    }

    func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? {
        observe(base, onChange)
    }
}
