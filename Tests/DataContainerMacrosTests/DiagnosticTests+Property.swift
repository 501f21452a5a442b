extension DiagnosticTests {
    static let propertyCases: [FaultCase] = [
        // Modifiers
        FaultCase(
            "@DataContainer final class A {\n    /// A\n    private lazy var a = 1 // b\n}", "unsupportedModifier",
            at: "3:13", "lazy", "Remove 'lazy' from 'a': a property of a container has its value from the start",
            fixes: ["@DataContainer final class A {\n    /// A\n    private var a = 1 // b\n}"]),
        FaultCase(
            "@DataContainer final class A {\n    // A\n    weak var a: B?\n}", "unsupportedModifier", at: "3:5", "weak",
            "Remove 'weak' from 'a': a container keeps the values of its properties alive",
            fixes: ["@DataContainer final class A {\n    // A\n    var a: B?\n}"]),
        FaultCase(
            "@DataContainer final class A { unowned(unsafe) var a: B }", "unsupportedModifier", at: "1:32",
            "unowned(unsafe)",
            "Remove 'unowned(unsafe)' from 'a': a container keeps the values of its properties alive",
            fixes: ["@DataContainer final class A { var a: B }"]),
        // Type and value
        FaultCase(
            "@DataContainer final class A { var a: Int }", "missingValue", at: "1:36", "a",
            "Give 'a' a value: it is what the property holds until something has been saved",
            fixes: [
                "@DataContainer final class A { var a: Int = <#value#> }",
                "@DataContainer final class A { var a: Int? }",
            ]),
        FaultCase(
            "@DataContainer final class A { @Transient var a: any B // c\n}", "missingValue", at: "1:47", "a",
            "Give 'a' a value: it is what the property holds until something has been saved",
            fixes: [
                "@DataContainer final class A { @Transient var a: any B = <#value#> // c\n}",
                "@DataContainer final class A { @Transient var a: (any B)? // c\n}",
            ]),
        FaultCase(
            "@DataContainer final class A { var a: Int { didSet {} } }", "missingValue", at: "1:36", "a",
            "Give 'a' a value: it is what the property holds until something has been saved",
            fixes: [
                "@DataContainer final class A { var a: Int = <#value#> { didSet {} } }",
                "@DataContainer final class A { var a: Int? { didSet {} } }",
            ]),
        FaultCase(
            "@DataContainer final class A { var a: [some B] = [] }", "opaqueType", at: "1:40", "some B",
            "Write the type of 'a' in full: a container cannot save a value of an opaque type"),
        FaultCase(
            "@DataContainer final class A {\n    private struct B: Codable {}\n    var a: [B] = []\n}", "privateType",
            at: "3:13", "B", "'a' needs a type that the rest of the file can see: make 'B' fileprivate",
            fixes: ["@DataContainer final class A {\n    fileprivate struct B: Codable {}\n    var a: [B] = []\n}"],
            notes: ["2: B"]),
        FaultCase(
            "@DataContainer final class A { var a = [B](); private struct B {} }", "privateType", at: "1:41", "B",
            "'a' needs a type that the rest of the file can see: make 'B' fileprivate",
            fixes: ["@DataContainer final class A { var a = [B](); fileprivate struct B {} }"], notes: ["1: B"]),
        FaultCase(
            "@DataContainer final class A { var a = B.c; private enum B { case c } }", "privateType", at: "1:40", "B",
            "'a' needs a type that the rest of the file can see: make 'B' fileprivate",
            fixes: ["@DataContainer final class A { var a = B.c; fileprivate enum B { case c } }"], notes: ["1: B"]),
        // Declarations
        FaultCase(
            "@DataContainer final class A {\n    /// A\n    private var a = 1, b: Int? // c\n}", "severalVariables",
            at: "3:24", "b", "Declare each property of a container with a 'var' of its own",
            fixes: [
                "@DataContainer final class A {\n    /// A\n    private var a = 1\n    private var b: Int? // c\n}"
            ]),
        FaultCase(
            "@DataContainer final class A {\n  var a, b: Int?\n}", "severalVariables", at: "2:10", "b",
            "Declare each property of a container with a 'var' of its own",
            fixes: ["@DataContainer final class A {\n  var a: Int?\n  var b: Int?\n}"]),
        FaultCase(
            "@DataContainer final class A { var (a, b) = (1, 2) }", "pattern", at: "1:36", "(a, b)",
            "Declare each property of a container by a name of its own, not in a pattern"),
        FaultCase(
            "@DataContainer final class A {\n#if DEBUG\n    var a = 1\n    let b = 2\n#endif\n}", "conditional",
            at: "3:9", "a",
            "Move 'a' out of '#if': a macro cannot tell whether the condition holds. Put the condition around the "
                + "class, or into the property's value"),
        FaultCase(
            "@DataContainer final class A {\n#if DEBUG\n#else\n#if B\n    @Stored var a = 1\n#endif\n#endif\n}",
            "conditional", at: "5:17", "a",
            "Move 'a' out of '#if': a macro cannot tell whether the condition holds. Put the condition around the "
                + "class, or into the property's value"),
        // Keys
        FaultCase(
            "@DataContainer final class A {\n    @Stored(\"b\") var a = 1\n    var b = 2\n}", "duplicateKey", at: "3:9",
            "b", "'b' and 'a' have the same key, \"b\": each would overwrite the other's saved value",
            notes: ["2: \"b\""]),
        FaultCase(
            "@DataContainer final class A {\n    var a = 1\n    @Stored(#\"a\"#) var b = 2\n}", "duplicateKey",
            at: "3:13", "#\"a\"#", "'b' and 'a' have the same key, \"a\": each would overwrite the other's saved value",
            notes: ["2: a"]),
    ]
}
