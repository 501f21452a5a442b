import Testing

@Suite("Access levels")
struct AccessTests {
    @Test(
        "of the members are the class's",
        arguments: [
            ("", ""), ("internal", ""), ("public", "public "), ("package", "package "), ("private", ""),
            ("fileprivate", ""),
        ])
    func members(level: String, prefix: String) {
        let expansion = Expansion(of: "@DataContainer \(level) final class A {}")
        #expect(expansion.reports.isEmpty)
        for member in ["enum Keys", "struct Properties", "let properties", "let _handle"] {
            #expect(expansion.contains("nonisolated \(prefix)\(member)"))
        }
        for member in ["convenience init( store:", "convenience init() {"] {
            #expect(expansion.contains("\(prefix)\(member)"))
            #expect(prefix.isEmpty || !expansion.line.replacing("\(prefix)\(member)", with: "").contains(member))
        }
        if prefix.isEmpty {
            #expect(!expansion.contains("public ") && !expansion.contains("package "))
        }
    }

    @Test("come from the extension that the class is in")
    func inheritedFromExtension() {
        let expansion = Expansion(of: "public extension Outer { @DataContainer final class A {} }")
        #expect(expansion.contains("nonisolated public let properties: Properties"))
    }

    @Test(
        "of a property: its key is read like it, its object written like it",
        arguments: [
            ("", "", ""),
            ("public", "public ", "public "),
            ("package", "package ", "package "),
            ("internal", "", ""),
            ("private", "fileprivate ", "fileprivate "),
            ("fileprivate", "fileprivate ", "fileprivate "),
            ("public private(set)", "public ", "fileprivate "),
            ("private(set)", "", "fileprivate "),
            ("public internal(set)", "public ", ""),
            ("public package(set)", "public ", "package "),
        ])
    func properties(modifiers: String, key: String, member: String) {
        let expansion = Expansion(of: "@DataContainer public final class A { \(modifiers) var a = 1 }")
        #expect(expansion.reports.isEmpty)
        let lines = expansion.text.split(separator: "\n").map { String($0).onOneLine }
        #expect(lines.contains("\(key)static var a: String {"))
        #expect(lines.contains("\(member)let a: DataContainer.Property = .init(stored: Keys.a, default: 1)"))
    }

    @Test("that are public come with documentation")
    func documentation() {
        let expansion = Expansion(of: "@DataContainer public final class A { public var a = 1; var b = 1 }")
        let lines = expansion.text.split(separator: "\n").map { String($0).onOneLine }
        let undocumented = zip(lines, lines.dropFirst()).filter { before, line in
            line.contains("public ") && !line.contains("var a {") && !before.hasPrefix("///")
        }
        #expect(undocumented.map(\.1) == [])
        #expect(lines.contains("/// The key that ``A/a`` is saved under."))
        #expect(!lines.contains("/// The key that ``A/b`` is saved under."))
    }
}
