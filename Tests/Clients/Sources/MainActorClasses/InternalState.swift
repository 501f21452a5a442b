import Checks
import DataContainer
import Foundation
import Observation

nonisolated enum Limits {
    static let volume = 2.5
}

/// Called like a parameter of the initializer that the macro writes.
nonisolated let store = 7

@MainActor
@DataContainer
final class InternalState {
    nonisolated enum Level: Int, Codable { case low, high }
    nonisolated fileprivate struct Draft: Codable { var text = "" }
    nonisolated private enum Hidden { case a }

    // Values
    var plain = 1
    var negative = -1
    var set: Set = [1, 2]
    var dictionary = ["a": [1, 2]]
    var nested: [String: [Int?]] = [:]
    var optional: Int?
    var doubleOptional: Int??
    var unwrapped: Int!
    var long: Optional<Int>
    var global: Int = store
    var limit: Double = Limits.volume
    var computed = [1, 2, 3].map { $0 * 2 }
    var text = """
        one
          two
        """
    var typedText: String = """
        one
          two
        """
    var closure: Int = {
        let plain = 20
        return plain + 1
    }()
    var date = Date(timeIntervalSinceReferenceDate: 0)
    fileprivate var drafts = [Draft()]
    @Transient var action: @Sendable () -> Int = { 3 }

    // Names
    var `default` = 1
    @Stored("the class") var `class`: String?
    var properties2 = 1
    var oldValue = 0
    var mutation = 0
    var get = 1

    // Attributes and modifiers
    @available(*, deprecated) var old = 1
    final var last = 1
    @DataContainer.Stored("renamed") var qualified = 1
    @DataContainer.Transient var unsaved = 1

    // Observers
    var log: [String] = []
    var both = 1 {
        willSet { log.append("\(both) becomes \(newValue)") }
        didSet { log.append("\(oldValue) was") }
    }
    var named: Int = 1 {
        willSet(next) { log.append("next \(next)") }
        didSet(last) {
            guard last != named else { return }
            if named > 10 { named = 10 }
            mutation += 1
            self.log.append(
                """
                last
                  \(last)
                """)
        }
    }

    let id = UUID()
    let (left, right) = (1, 2)
    static let constant = 1
    static var shared: InternalState { InternalState(store: .memory) }
    private var hidden: Hidden { .a }

    convenience init() {
        self.init(store: .memory)
    }

    convenience init(plain: Int) {
        self.init()
        self.plain = plain
    }
}

@MainActor
@DataContainer
final class Box<Value: Codable & Sendable> {
    var list: [Value] = []
    var inferred = [Value]()
    var first: Value?
    var count = 0 {
        didSet { first = nil }
    }
}

@MainActor
@DataContainer
final class Keyed<Value> where Value: Codable & Equatable & Sendable {
    var value: Value?
}

@MainActor
@DataContainer
final class ObjectState: NSObject {
    var launches = 1
    var name: String?
}

@MainActor
@DataContainer
final class ObjectStateWithInitializer: NSObject {
    var launches = 1
    override convenience init() {
        self.init(store: .memory)
    }
}

@MainActor
@DataContainer
final class Empty {}

@MainActor
@DataContainer
@available(macOS 14, iOS 17, *)
final class Restricted {
    var value = 1
}
