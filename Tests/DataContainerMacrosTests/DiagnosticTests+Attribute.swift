extension DiagnosticTests {
    static let attributeCases: [FaultCase] = [
        FaultCase(
            "@DataContainer final class A { @Stored(\"\") var a = 1 }", "emptyKey", at: "1:40", "\"\"",
            "Write a key, or leave it out to use the name of the property",
            fixes: ["@DataContainer final class A { @Stored var a = 1 }"]),
        FaultCase(
            "@DataContainer final class A { @Stored(key) var a = 1 }", "keyNotLiteral", at: "1:40", "key",
            "Write the key as a plain string literal: it names saved data, so it must not change at run time"),
        FaultCase(
            #"@DataContainer final class A { @Stored("\(key)") var a = 1 }"#, "keyNotLiteral", at: "1:40",
            #""\(key)""#,
            "Write the key as a plain string literal: it names saved data, so it must not change at run time"),
        FaultCase(
            "@DataContainer final class A {\n    /// A\n    @Stored @Transient var a = 1\n}", "severalMarks",
            at: "3:13",
            "@Transient", "Keep one of the attributes: a property is either '@Stored' or '@Transient'",
            fixes: [
                "@DataContainer final class A {\n    /// A\n    @Stored var a = 1\n}",
                "@DataContainer final class A {\n    /// A\n    @Transient var a = 1\n}",
            ]),
        // On something else than a stored variable
        FaultCase(
            "@DataContainer final class A { @Stored let a = 1 }", "misplacedMark", at: "1:32", "@Stored",
            "Remove '@Stored': it works on a stored 'var' of a container, and this is a constant",
            fixes: ["@DataContainer final class A { let a = 1 }"]),
        FaultCase(
            "@DataContainer final class A { @Stored let a: Int }", "misplacedMark", at: "1:32", "@Stored",
            "Remove '@Stored': it works on a stored 'var' of a container, and this is a constant",
            fixes: ["@DataContainer final class A { let a: Int }"]),
        FaultCase(
            "@DataContainer final class A {\n    @Transient\n    static var a = 1\n}", "misplacedMark", at: "2:5",
            "@Transient",
            "Remove '@Transient': it works on a stored 'var' of a container, and this is a static property",
            fixes: ["@DataContainer final class A {\n    static var a = 1\n}"]),
        FaultCase(
            "@DataContainer final class A { @Stored(\"a\") static let a = 1 }", "misplacedMark", at: "1:32",
            "@Stored(\"a\")",
            "Remove '@Stored': it works on a stored 'var' of a container, and this is a static constant",
            fixes: ["@DataContainer final class A { static let a = 1 }"]),
        FaultCase(
            "@DataContainer final class A { @Transient var a: Int { 1 } }", "misplacedMark", at: "1:32", "@Transient",
            "Remove '@Transient': it works on a stored 'var' of a container, and this is a computed property",
            fixes: ["@DataContainer final class A { var a: Int { 1 } }"]),
        // Outside a container
        FaultCase(
            "final class A { @Stored var a = 1 }", "markOutsideContainer", at: "1:17", "@Stored",
            "'@Stored' works on a stored 'var' in a class that is marked '@DataContainer'",
            fixes: ["final class A { var a = 1 }"]),
        FaultCase(
            "func run() { @Transient var a = 1 }", "markOutsideContainer", at: "1:14", "@Transient",
            "'@Transient' works on a stored 'var' in a class that is marked '@DataContainer'",
            fixes: ["func run() { var a = 1 }"]),
        FaultCase(
            "@Stored var a = 1", "markOutsideContainer", at: "1:1", "@Stored",
            "'@Stored' works on a stored 'var' in a class that is marked '@DataContainer'",
            fixes: ["var a = 1"]),
        FaultCase(
            "@DataContainer final class A { func run() { @Stored var a = 1 } }", "markOutsideContainer", at: "1:45",
            "@Stored", "'@Stored' works on a stored 'var' in a class that is marked '@DataContainer'",
            fixes: ["@DataContainer final class A { func run() { var a = 1 } }"]),
        FaultCase(
            "@DataContainer final class A { struct B { @Stored var a = 1 } }", "markOutsideContainer", at: "1:43",
            "@Stored", "'@Stored' works on a stored 'var' in a class that is marked '@DataContainer'",
            fixes: ["@DataContainer final class A { struct B { var a = 1 } }"]),
    ]
}
