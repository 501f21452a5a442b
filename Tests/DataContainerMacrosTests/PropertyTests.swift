import Testing

/// A declaration, and what it becomes.
struct PropertyCase: CustomTestStringConvertible, Sendable {
    let source: String
    /// The member of `Keys`; `nil`: there is none.
    let key: String?
    /// The member of `Properties`.
    let member: String
    /// The statement in the initializer; `nil`: the value stands in `Properties`.
    let statement: String?

    init(_ source: String, key: String?, member: String, statement: String? = nil) {
        self.source = source
        self.key = key
        self.member = member
        self.statement = statement
    }

    var testDescription: String { source }
}

@Suite("A property")
struct PropertyTests {
    @Test("has a key, and a place where its value is evaluated", arguments: cases)
    func members(of property: PropertyCase) {
        let expansion = Expansion(of: "@DataContainer final class A {\n    \(property.source)\n}")
        #expect(expansion.reports.isEmpty)
        if let key = property.key {
            #expect(expansion.contains("enum Keys { \(key) }"))
        } else {
            #expect(expansion.contains("enum Keys { }"))
        }
        #expect(expansion.contains("struct Properties: Sendable { \(property.member) fileprivate init("))
        let statement = property.statement.map { "\($0) " } ?? ""
        #expect(
            expansion.contains(
                "private init(_handle: DataContainer.ContainerHandle) { \(statement)let properties = Properties("))
    }

    static let cases: [PropertyCase] = [
        // Types and values
        PropertyCase(
            "var a = [Item]()", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: [Item]())"),
        PropertyCase(
            "var a: Int = 1 // one", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property<Int>",
            statement: "let a: DataContainer.Property<Int> = .init(stored: Keys.a, default: 1)"),
        PropertyCase(
            "var a: Int?", key: #"static var a: String { "a" }"#, member: "let a: DataContainer.Property<Int?>",
            statement: "let a: DataContainer.Property<Int?> = .init(stored: Keys.a, default: nil)"),
        PropertyCase(
            "var a: Int? = 3", key: #"static var a: String { "a" }"#, member: "let a: DataContainer.Property<Int?>",
            statement: "let a: DataContainer.Property<Int?> = .init(stored: Keys.a, default: 3)"),
        PropertyCase(
            "var a: Int!", key: #"static var a: String { "a" }"#, member: "let a: DataContainer.Property<Int?>",
            statement: "let a: DataContainer.Property<Int?> = .init(stored: Keys.a, default: nil)"),
        PropertyCase(
            "var a: Optional<Int>", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property<Optional<Int>>",
            statement: "let a: DataContainer.Property<Optional<Int>> = .init(stored: Keys.a, default: nil)"),
        PropertyCase(
            "var a: Swift.Optional<Int>", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property<Swift.Optional<Int>>",
            statement: "let a: DataContainer.Property<Swift.Optional<Int>> = .init(stored: Keys.a, default: nil)"),
        PropertyCase(
            "var a: (Int?)", key: #"static var a: String { "a" }"#, member: "let a: DataContainer.Property<(Int?)>",
            statement: "let a: DataContainer.Property<(Int?)> = .init(stored: Keys.a, default: nil)"),
        PropertyCase(
            "var a: Set = [1, 2]", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: ([1, 2]) as Set)"),
        PropertyCase(
            "var a: [String: _] = [:] + b", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: ([:] + b) as [String: _])"),
        PropertyCase(
            "@Transient var a: @Sendable () -> Void = run", key: nil,
            member: "let a: DataContainer.Property<@Sendable () -> Void>",
            statement: #"let a: DataContainer.Property<@Sendable () -> Void> = .init(transient: "a", default: run)"#),
        PropertyCase(
            "@Transient var a: @Sendable (_ b: Int) -> Void = run", key: nil,
            member: "let a: DataContainer.Property<@Sendable (_ b: Int) -> Void>",
            statement:
                #"let a: DataContainer.Property<@Sendable (_ b: Int) -> Void> = .init(transient: "a", default: run)"#),
        // Keys and names
        PropertyCase(
            #"@Stored("launch_count") var a = 0"#, key: #"static var a: String { "launch_count" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: 0)"),
        PropertyCase(
            "@Stored() var a = 0", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: 0)"),
        PropertyCase(
            ##"@DataContainer.Stored(#"a "quoted" \key"#) var a = 0"##,
            key: #"static var a: String { "a \"quoted\" \\key" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: 0)"),
        PropertyCase(
            "var `default` = 0", key: #"static var `default`: String { "default" }"#,
            member: "let `default`: DataContainer.Property = .init(stored: Keys.`default`, default: 0)"),
        PropertyCase(
            "@Transient var `class` = 0", key: nil,
            member: #"let `class`: DataContainer.Property = .init(transient: "class", default: 0)"#),
        PropertyCase(
            "var `größe in cm`: Int = 0", key: #"static var `größe in cm`: String { "größe in cm" }"#,
            member: "let `größe in cm`: DataContainer.Property<Int>",
            statement: "let `größe in cm`: DataContainer.Property<Int> = .init(stored: Keys.`größe in cm`, default: 0)"),
        // Modifiers and attributes that are the variable's own
        PropertyCase(
            "@available(*, deprecated) nonisolated var a = 1", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: 1)"),
        PropertyCase(
            "final var a = 1", key: #"static var a: String { "a" }"#,
            member: "let a: DataContainer.Property = .init(stored: Keys.a, default: 1)"),
    ]
}

@Suite("Observers of a property")
struct ObserverTests {
    @Test(
        "become closures that the accessor calls",
        arguments: [
            ("didSet { count += oldValue }", "{ _ in }", "{ oldValue in count += oldValue }"),
            ("willSet { print(newValue) }", "{ newValue in print(newValue) }", "{ _ in }"),
            (
                "willSet(next) { log(next) } didSet(last) { if a > 3 { return }; log(last) }",
                "{ next in log(next) }", "{ last in if a > 3 { return }; log(last) }"
            ),
            ("didSet {} willSet {}", "{ newValue in }", "{ oldValue in }"),
        ])
    func closures(observers: String, willSet: String, didSet: String) {
        let expansion = Expansion(of: "@DataContainer final class A { var a = 1 { \(observers) } }")
        let mutation = "__macro_local_8mutationfMu_"
        let object = "__macro_local_6objectfMu_"
        #expect(expansion.reports.isEmpty)
        #expect(
            expansion.lineWithSpacedBraces.contains(
                """
                get { properties.a.value } set { let \(object) = self properties.a.beginAssignment() \
                properties.a.assign(newValue, to: &\(object).a) } _modify { var \(mutation) = properties.a.observedMutation() \
                defer { \(mutation).end(willSet: \(willSet), didSet: \(didSet)) } yield &\(mutation).value }
                """.onOneLine.spacedBraces))
    }

    @Test("keep strings of several lines")
    func strings() {
        let expansion = Expansion(
            of: #"""
                @DataContainer final class A {
                    var a = 1 {
                        didSet {
                            text = """
                                one
                                  two
                                """
                        }
                    }
                }
                """#)
        let lines = expansion.text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.first { $0.hasSuffix("one") }
        let second = lines.first { $0.hasSuffix("two") }
        let end = lines.first { $0.trimming == "\"\"\"" }
        #expect(first?.indentation == end?.indentation)
        #expect(second?.indentation == first.map { $0.indentation + 2 })
    }
}

extension Expansion {
    fileprivate var lineWithSpacedBraces: String { line.spacedBraces }
}

extension String {
    /// With a space beside each brace and none before a semicolon, as the formatter sets them or does not.
    fileprivate var spacedBraces: String {
        replacing("{", with: " { ").replacing("}", with: " } ").replacing(";", with: " ").onOneLine
            .replacing("} ,", with: "},").replacing("} )", with: "})")
    }
}

extension Substring {
    fileprivate var indentation: Int { prefix { $0 == " " }.count }
    fileprivate var trimming: String { String(self).onOneLine }
}
