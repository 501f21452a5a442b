public import Checks
import DataContainer

/// Compares what the containers of this module hold with what they must hold.
@MainActor
public func check(_ checks: inout Checks) throws {
    checkPrivate(&checks)
    checkInternal(&checks)
    try checkRestored(&checks)
}

@MainActor
private func checkInternal(_ checks: inout Checks) {
    let state = InternalState(plain: 3)
    checks.equal(state.plain, 3)
    state.plain += 1
    checks.equal(state.properties.plain.value, 4)
    checks.equal(state.set, [1, 2])
    checks.equal(state.dictionary, ["a": [1, 2]])
    checks.equal(state.unwrapped, nil)
    state.unwrapped = 2
    checks.equal(state.unwrapped + 1, 3)
    checks.equal(state.long, nil)
    checks.equal(state.global, 7)
    checks.equal(state.limit, 2.5)
    checks.equal(state.computed, [2, 4, 6])
    checks.equal(state.text, "one\n  two")
    checks.equal(state.typedText, "one\n  two")
    checks.equal(state.closure, 21)
    checks.equal(state.action(), 3)
    state.action = { 4 }
    checks.equal(state.action(), 4)
    checks.equal(InternalState.Keys.default, "default")
    checks.equal(InternalState.Keys.class, "the class")
    checks.equal(InternalState.Keys.qualified, "renamed")
    checks.equal(state.left + state.right, 3)

    state.both = 2
    checks.equal(state.log, ["1 becomes 2", "1 was"])
    state.log = []
    state.named = 20
    checks.equal(state.named, 10)
    checks.equal(state.mutation, 1)
    checks.equal(state.log, ["next 20", "last\n  1"])

    let box = Box<String>(store: .memory)
    box.list.append("a")
    box.first = "b"
    box.count += 1
    checks.equal(box.list, ["a"])
    checks.equal(box.first, nil)
    checks.equal(Box<String>.Keys.count, "count")
    checks.equal(Keyed<Int>(store: .memory).value, nil)

    checks.equal(ObjectState(store: .memory).launches, 1)
    checks.equal(ObjectStateWithInitializer().launches, 1)
    checks.equal(Restricted(store: .memory).value, 1)
    _ = Empty(store: .memory)
}

/// What one container saves, the next one loads, under the keys that the declaration gives.
@MainActor
private func checkRestored(_ checks: inout Checks) throws {
    let store = MemoryStore()
    let first = PublicState(store: store, saving: .manually, lifecycle: .none)
    first.launches += 1
    first.number = 3
    first.items.append(PublicState.Item(name: "a"))
    first.theme = .dark
    first.draft = "never saved"
    first.volume = 20
    first.secret = 30
    try first.save()
    checks.equal(Set(try store.load(nil).entries.keys), ["launches", "n", "items", "theme", "volume", "hidden"])
    let second = PublicState(store: store, saving: .manually, lifecycle: .none)
    checks.equal(second.launches, 1)
    checks.equal(second.number, 3)
    checks.equal(second.numberOrZero, 3)
    checks.equal(second.items, [PublicState.Item(name: "a")])
    checks.equal(second.theme, .dark)
    checks.equal(second.draft, "")
    checks.equal(second.volume, 10)
    checks.equal(second.writes, 0)
    checks.equal(second.secret, 32)
}
