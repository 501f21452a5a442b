public import DataContainer

@MainActor
@DataContainer
public final class PublicState {
    public static let shared = PublicState(store: .memory)

    nonisolated public struct Item: Codable, Equatable, Sendable {
        public var name: String

        public init(name: String) {
            self.name = name
        }
    }

    nonisolated public enum Theme: String, Codable, Sendable { case light, dark }

    public var launches = 0
    public var items: [Item] = []
    public var theme = Theme.light
    public private(set) var writes = 0
    public internal(set) var note: String?
    package var packaged = 1
    var inside = 2
    private var hidden = 3
    @Transient public var draft = ""
    @Stored("n") public var number: Int?

    public var volume = 5 {
        didSet {
            if volume > 10 {
                volume = 10
                return
            }
            writes += 1
        }
    }

    public let limit = 10
    public static var count: Int { 1 }

    public var secret: Int {
        get { hidden + inside }
        set { hidden = newValue }
    }

    public func note(_ text: String) {
        note = text
    }
}

extension PublicState {
    public var numberOrZero: Int { number ?? 0 }
}

public enum Outer {}

extension Outer {
    @MainActor
    @DataContainer(name: "nested")
    public final class State {
        public var value = 1
    }
}

public extension Outer {
    @MainActor
    @DataContainer
    final class Inherited {
        var value = 1
        public var other = 2
    }
}
