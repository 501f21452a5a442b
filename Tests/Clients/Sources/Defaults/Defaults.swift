import Checks
import DataContainer

@DataContainer
public final class OriginalState {
    public static let shared = OriginalState(store: .memory)
    public var someString: String?
    public var someInt: Int?
    public var launches = 0 {
        didSet { someInt = launches }
    }
}

public typealias DefaultsKeys = OriginalState.Keys

public func check(_ checks: inout Checks) {
    OriginalState.shared.launches += 2
    checks.equal(OriginalState.shared.someInt, 2)
    checks.equal(DefaultsKeys.someInt, "someInt")
}
