import Testing

/// The whole expansion of one class, to be read; the other suites test one part of it each.
@Suite("A container's expansion")
struct ExpansionTests {
    @Test("looks like this")
    func whole() {
        let expansion = Expansion(
            of: """
                @DataContainer
                final class AppState {
                    static let shared = AppState()
                    var launches = 0
                    @Stored("n") var someInt: Int?
                    @Transient var draft = ""
                    private var secret: Double = Defaults.secret
                }
                """)
        #expect(expansion.reports.isEmpty)
        #expect(
            expansion.text == """

                final class AppState {
                    static let shared = AppState()
                    var launches {
                        get {
                            properties.launches.value
                        }
                        set {
                            properties.launches.value = newValue
                        }
                        _modify {
                            yield &properties.launches.value
                        }
                    }
                    var someInt: Int? {
                        get {
                            properties.someInt.value
                        }
                        set {
                            properties.someInt.value = newValue
                        }
                        _modify {
                            yield &properties.someInt.value
                        }
                    }
                    var draft {
                        get {
                            properties.draft.value
                        }
                        set {
                            properties.draft.value = newValue
                        }
                        _modify {
                            yield &properties.draft.value
                        }
                    }
                    private var secret: Double {
                        get {
                            properties.secret.value
                        }
                        set {
                            properties.secret.value = newValue
                        }
                        _modify {
                            yield &properties.secret.value
                        }
                    }

                    nonisolated enum Keys {
                        static var launches: String {
                            "launches"
                        }
                        static var someInt: String {
                            "n"
                        }
                        fileprivate static var secret: String {
                            "secret"
                        }
                    }

                    nonisolated struct Properties: Sendable {
                        let launches: DataContainer.Property = .init(stored: Keys.launches, default: 0)
                        let someInt: DataContainer.Property<Int?>
                        let draft: DataContainer.Property = .init(transient: "draft", default: "")
                        fileprivate let secret: DataContainer.Property<Double>
                        fileprivate init(_ someInt: DataContainer.Property<Int?>, _ secret: DataContainer.Property<Double>) {
                            self.someInt = someInt
                            self.secret = secret
                        }
                    }

                    nonisolated let properties: Properties

                    nonisolated let _handle: DataContainer.ContainerHandle

                    convenience init(
                        store: some DataContainer.Store,
                        saving: DataContainer.SavingPolicy = .automatic,
                        lifecycle: DataContainer.Lifecycle = .automatic,
                        onError: (@Sendable (DataContainer.ContainerError) -> Void)? = nil
                    ) {
                        self.init(_handle: .init(store: store, saving: saving, lifecycle: lifecycle, onError: onError))
                    }

                    convenience init() {
                        self.init(store: .standard(name: "AppState"))
                    }

                    private init(_handle: DataContainer.ContainerHandle) {
                        let someInt: DataContainer.Property<Int?> = .init(stored: Keys.someInt, default: nil)
                        let secret: DataContainer.Property<Double> = .init(stored: Keys.secret, default: Defaults.secret)
                        let properties = Properties(someInt, secret)
                        self.properties = properties
                        self._handle = _handle
                        _handle.register(properties.launches)
                        _handle.register(properties.someInt)
                        _handle.register(properties.draft)
                        _handle.register(properties.secret)
                        _handle.start()
                    }
                }

                extension AppState: nonisolated DataContainer.DataContaining, Swift.Sendable {
                }
                """)
    }

    @Test(
        "leaves every other member as it is",
        arguments: [
            "static var count = 0",
            "static let limit: Int = 3",
            "let id = UUID()",
            "var double: Int { 2 }",
            "var half: Int { get { 1 } set {} }",
            "var read: Int { _read { yield 1 } }",
            "func run() {}",
            "static func properties() {}",
            "func properties(of kind: Int) {}",
            "struct Item: Codable { var properties = 1; lazy var name = 2 }",
            "enum Mode { case fast }",
            "typealias Number = Int",
            "deinit { print(1) }",
            "subscript(index: Int) -> Int { index }",
            "convenience init(count: Int) { self.init() }",
        ])
    func otherMembers(member: String) {
        let expansion = Expansion(of: "@DataContainer final class A {\n    \(member)\n}")
        #expect(expansion.reports.isEmpty)
        #expect(expansion.contains("final class A { \(member) nonisolated enum Keys"))
        #expect(expansion.contains("nonisolated struct Properties: Sendable { fileprivate init() { } }"))
    }

    @Test("has no second accessors for a variable that is marked already")
    func marked() {
        let expansion = Expansion(
            of: "@DataContainer final class A { @Stored var a = 1; @DataContainer.Transient var b = 1 }")
        #expect(expansion.reports.isEmpty)
        #expect(expansion.line.ranges(of: "yield &properties.a.value").count == 1)
        #expect(expansion.contains(#"let b: DataContainer.Property = .init(transient: "b", default: 1)"#))
    }
}
