import Checks
import DataContainer

@DataContainer
private final class PrivateState {
    fileprivate struct Item: Codable, Sendable { var name = "a" }

    var plain = 1
    var typed: Int = 2
    private var hidden = 3
    private var hiddenItem: Item?
    fileprivate var item = Item()
    private(set) var read = 4
    public var open = 5 {
        didSet { hidden = open }
    }

    func change() {
        hidden += 1
        read += 1
    }

    var sum: Int { hidden + read }
}

@DataContainer
fileprivate final class FileprivateState {
    var plain = 1
    private var hidden: Int = 2
    var double: Int { hidden * 2 }
}

nonisolated private struct Secret: Codable, Sendable, Equatable {
    var text = "secret"
}

@DataContainer
private final class SecretState {
    var secret: Secret?
    private var other: Secret = .init()
    var text: String { other.text }
}

enum Namespace {
    @DataContainer
    fileprivate final class Nested {
        var plain = 1
        private var hidden: Int = 2
        var double: Int { hidden * 2 }
    }
}

func checkPrivate(_ checks: inout Checks) {
    let state = PrivateState(store: .memory)
    state.change()
    checks.equal(state.sum, 9)
    state.open = 7
    checks.equal(state.sum, 12)
    state.item.name = "b"
    checks.equal(state.item.name, "b")
    checks.equal(state.properties.plain.value, 1)
    checks.equal(PrivateState.Keys.open, "open")
    checks.equal(FileprivateState(store: .memory).double, 4)
    checks.equal(SecretState(store: .memory).text, "secret")
    checks.equal(SecretState(store: .memory).secret, nil)
    checks.equal(Namespace.Nested(store: .memory).double, 4)
}
