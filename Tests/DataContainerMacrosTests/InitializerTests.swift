import Testing

@Suite("Initializers and conformance")
struct InitializerTests {
    @Test(
        "The standard store bears the class's name, or the one that is given",
        arguments: [
            ("@DataContainer final class A {}", "A"),
            (#"@DataContainer(name: "settings") final class A {}"#, "settings"),
            ("@DataContainer() final class A {}", "A"),
            ("@DataContainer final class `Any` {}", "Any"),
            ("@DataContainer final class Box<Value: Sendable> {}", "Box"),
        ])
    func storeName(source: String, name: String) {
        let expansion = Expansion(of: source)
        #expect(expansion.reports.isEmpty)
        #expect(expansion.contains("convenience init() { self.init(store: .standard(name: \"\(name)\")) }"))
    }

    @Test(
        "A class that inherits NSObject overrides its initializer",
        arguments: ["NSObject", "Foundation.NSObject", "NSObject, Codable"])
    func overriding(inheritance: String) {
        let expansion = Expansion(of: "@DataContainer public final class A: \(inheritance) {}")
        #expect(expansion.contains("override public convenience init() {"))
        #expect(expansion.contains("self._handle = _handle super.init() _handle.start()"))
    }

    @Test("A class that conforms to protocols does not", arguments: ["Codable", "Codable, NSObjectProtocol"])
    func notOverriding(inheritance: String) {
        let expansion = Expansion(of: "@DataContainer final class A: \(inheritance) {}")
        #expect(!expansion.contains("override"))
        #expect(!expansion.contains("super.init"))
    }

    @Test("An initializer without parameters that is there already is not written again")
    func ownInitializer() {
        let expansion = Expansion(
            of: "@DataContainer final class A { convenience init() { self.init(store: .memory) } }")
        #expect(expansion.reports.isEmpty)
        #expect(expansion.line.ranges(of: "convenience init()").count == 1)
    }

    @Test("Values are evaluated where no parameter can hide a name that they use")
    func hygiene() {
        let expansion = Expansion(of: "@DataContainer final class A { var a: Int = store.count }")
        #expect(
            expansion.contains(
                """
                private init(_handle: DataContainer.ContainerHandle) { let a: DataContainer.Property<Int> \
                = .init(stored: Keys.a, default: store.count)
                """))
    }

    @Test("The conformance is available where the class is")
    func availability() {
        let expansion = Expansion(
            of: """
                @available(iOS 18, *) extension Outer {
                    @available(macOS 15, *) @MainActor @DataContainer final class A {}
                }
                """)
        #expect(
            expansion.contains(
                """
                @available(macOS 15, *) @available(iOS 18, *) extension Outer.A: nonisolated DataContainer.DataContaining, \
                Swift.Sendable { }
                """))
    }
}
