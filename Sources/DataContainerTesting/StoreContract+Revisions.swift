internal import DataContainer

extension StoreContract {
    /// What numbers commits bear.
    static let revisionRules: [Rule] = [
        Rule("revisions grow", "A commit that changes something returns a revision greater than all before.") {
            fixture in
            let store = try fixture.store()
            var last = try store.load(nil).revision
            let changes = [
                ChangeSet(updates: ["a": .integer(1)]), ChangeSet(updates: ["a": .integer(2), "b": .integer(1)]),
                ChangeSet(updates: ["a": .integer(2)]), ChangeSet(removals: ["a"]),
                ChangeSet(updates: ["a": .integer(3)], removals: ["b"]), ChangeSet(removals: ["a"]),
                ChangeSet(updates: ["c": .bool(true)]),
            ]
            for change in changes {
                let revision = try store.commit(change, durability: .process)
                try fixture.require(revision > last, "\(revision) after \(last), for \(change)")
                let loaded = try store.load([]).revision
                try fixture.require(loaded >= revision, "a load after \(revision) said \(loaded)")
                last = revision
            }
        },
        Rule("entries carry the revision", "The entries that a commit set have the revision that it returned.") {
            fixture in
            let store = try fixture.store()
            let first = try store.set(["a": .integer(1), "b": .integer(1), "c": .integer(1)])
            let together = try store.load(nil).entries.mapValues(\.revision)
            try fixture.require(together == ["a": first, "b": first, "c": first], "\(together), not \(first)")
            let second = try store.set(["b": .integer(2)])
            let third = try store.set(["c": .integer(1)])
            for keys in [nil, ["a", "b", "c"]] as [[String]?] {
                let found = try store.load(keys).entries.mapValues(\.revision)
                try fixture.require(
                    found == ["a": first, "b": second, "c": third], "\(found), not \([first, second, third])")
            }
        },
        Rule("empty commit", "A commit of an empty change set changes nothing and returns the present revision.") {
            fixture in
            let store = try fixture.store()
            _ = try store.commit(ChangeSet(), durability: .power)
            try fixture.require(store, holds: [:])
            let set = try store.set(["a": .integer(1)])
            for durability in [Durability.process, .power] {
                let revision = try store.commit(ChangeSet(), durability: durability)
                try fixture.require(revision == set, "\(revision) instead of \(set)")
            }
            try fixture.require(store, holds: ["a": .integer(1)])
        },
    ]

    /// What a commit rests on.
    static let expectationRules: [Rule] = [
        Rule("expectation holds", "A commit whose expectations hold is made.") { fixture in
            let store = try fixture.store()
            guard store.capabilities.contains(.comparesRevisions) else { return }
            _ = try store.commit(
                ChangeSet(updates: ["a": .integer(1)], expects: ["a": .zero, "b": .zero]), durability: .process)
            let revision = try store.set(["b": .integer(1)])
            _ = try store.commit(
                ChangeSet(updates: ["a": .integer(2)], removals: ["b"], expects: ["b": revision]), durability: .power)
            _ = try store.commit(ChangeSet(updates: ["b": .integer(3)], expects: ["b": .zero]), durability: .process)
            try fixture.require(store, holds: ["a": .integer(2), "b": .integer(3)])
        },
        Rule("conflict", "A commit whose expectation does not hold changes nothing and names the entries that moved.") {
            fixture in
            let store = try fixture.store()
            guard store.capabilities.contains(.comparesRevisions) else { return }
            let old = try store.set(["moved": .integer(1), "same": .integer(1), "gone": .integer(1)])
            let new = try store.set(["moved": .integer(2)])
            try store.remove(["gone"])
            let error = try fixture.requireFailure("a commit on three moved entries") {
                _ = try store.commit(
                    ChangeSet(
                        updates: ["moved": .integer(9), "same": .integer(9), "new": .integer(9)], removals: ["gone"],
                        expects: ["moved": old, "same": old, "gone": old, "new": old]), durability: .process)
            }
            try fixture.require(error.code == .conflict, "the code \(error.code.rawValue)")
            let expected: [String: Entry?] = [
                "moved": Entry(value: .integer(2), revision: new), "gone": Entry?.none, "new": Entry?.none,
            ]
            try fixture.require(error.conflicts == expected, "\(error.conflicts) instead of \(expected)")
            try fixture.require(store, holds: ["moved": .integer(2), "same": .integer(1)])
        },
        Rule("conflict with an entry", "A commit that expects no entry conflicts with one that is there.") { fixture in
            let store = try fixture.store()
            guard store.capabilities.contains(.comparesRevisions) else { return }
            let revision = try store.set(["a": .integer(1)])
            for changes in [
                ChangeSet(updates: ["a": .integer(2)], expects: ["a": .zero]),
                ChangeSet(updates: ["b": .integer(2)], expects: ["a": .zero]),
                ChangeSet(removals: ["a"], expects: ["a": revision.next]),
                ChangeSet(expects: ["a": .zero]),
            ] {
                let error = try fixture.requireFailure("\(changes)") {
                    _ = try store.commit(changes, durability: .process)
                }
                try fixture.require(error.code == .conflict, "the code \(error.code.rawValue)")
            }
            try fixture.require(store, holds: ["a": .integer(1)])
            let present = try store.load(nil).revision
            try fixture.require(present == revision, "the revision \(present) after \(revision)")
        },
    ]
}
