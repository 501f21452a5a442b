internal import DataContainer

extension StoreContract {
    /// What a commit changes, and what a load returns.
    static let contentRules: [Rule] = [
        Rule("fresh store is empty", "A store that nothing was committed to has no entries.") { fixture in
            let store = try fixture.store()
            try fixture.require(store, holds: [:])
            try fixture.require(try store.load(["a", "b"]), is: [:], asked: "two keys")
        },
        Rule("commit can be read", "What a commit set is in the next load.") { fixture in
            let store = try fixture.store()
            try store.set(["a": .integer(1), "b": .text("x")])
            try fixture.require(store, holds: ["a": .integer(1), "b": .text("x")])
            try store.set(["a": .integer(2)], durability: .power)
            try fixture.require(store, holds: ["a": .integer(2), "b": .text("x")])
        },
        Rule("only what was asked for", "A load returns the entries of the keys that it is given, and no others.") {
            fixture in
            let store = try fixture.store()
            try store.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
            let both: [String: StoredValue] = ["a": .integer(1), "c": .integer(3)]
            try fixture.require(try store.load(["a", "c"]), is: both, asked: "a and c")
            try fixture.require(try store.load(["b", "missing"]), is: ["b": .integer(2)], asked: "b and missing")
            try fixture.require(try store.load(["b", "b"]), is: ["b": .integer(2)], asked: "b twice")
            try fixture.require(try store.load([]), is: [:], asked: "no key")
        },
        Rule("nothing else is touched", "A commit touches only the keys that its change set names.") { fixture in
            let store = try fixture.store()
            let first = try store.set(["kept": .integer(1), "set": .integer(1), "removed": .integer(1)])
            _ = try store.commit(ChangeSet(updates: ["set": .integer(2)], removals: ["removed"]), durability: .process)
            try fixture.require(store, holds: ["kept": .integer(1), "set": .integer(2)])
            let kept = try store.load(["kept"]).entries["kept"]?.revision
            try fixture.require(kept == first, "the revision of another entry is \(kept as Any), not \(first)")
        },
        Rule("last commit wins", "A value replaces the one before, of whatever kind that was.") { fixture in
            let store = try fixture.store()
            for value in exactValues + exactValues.reversed() {
                try store.set(["a": value])
                let found = try store.load(["a"]).entries["a"]?.value
                let expected = store.comesBack(value)
                try fixture.require(found == expected || found == value, "\(found as Any) instead of \(expected)")
            }
        },
        Rule("removed entries are gone", "A removed entry is in no load; its key can be set again.") { fixture in
            let store = try fixture.store()
            try store.set(["a": .integer(1), "b": .integer(2)])
            try store.remove(["a"])
            try fixture.require(store, holds: ["b": .integer(2)])
            try fixture.require(try store.load(["a"]), is: [:], asked: "the removed key")
            try store.set(["a": .text("again")])
            try fixture.require(store, holds: ["a": .text("again"), "b": .integer(2)])
        },
        Rule("removing nothing is no error", "Removing a key without an entry does nothing.") { fixture in
            let store = try fixture.store()
            try store.remove(["missing"])
            try store.set(["a": .integer(1)])
            try store.remove(["missing"])
            try fixture.require(store, holds: ["a": .integer(1)])
        },
        Rule("set beats removed", "A key that a change set both sets and removes is set.") { fixture in
            let store = try fixture.store()
            _ = try store.commit(ChangeSet(updates: ["a": .integer(1)], removals: ["a"]), durability: .process)
            try fixture.require(store, holds: ["a": .integer(1)])
            _ = try store.commit(ChangeSet(updates: ["a": .integer(2)], removals: ["a"]), durability: .process)
            try fixture.require(store, holds: ["a": .integer(2)])
        },
        Rule("many entries at once", "A commit and a load take thousands of entries.") { fixture in
            let store = try fixture.store()
            var values: [String: StoredValue] = [:]
            for number in 0..<3_000 {
                values["key \(number)"] = .integer(Int64(number))
            }
            try store.set(values)
            try fixture.require(store, holds: values)
            try fixture.require(try store.load(Array(values.keys)), is: values, asked: "all keys by name")
            try store.remove(Set(values.keys))
            try fixture.require(store, holds: [:])
        },
    ]
}
