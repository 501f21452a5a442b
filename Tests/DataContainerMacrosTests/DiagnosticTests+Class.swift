extension DiagnosticTests {
    static let classCases: [FaultCase] = [
        // Not a final class
        FaultCase(
            "@DataContainer public struct A { var a = 1 }", "notAClass", at: "1:23", "struct",
            "'@DataContainer' works on a class, because a container is one shared object; this is a struct",
            fixes: ["@DataContainer public final class A { var a = 1 }"]),
        FaultCase(
            "@DataContainer actor A { var a = 1 }", "notAClass", at: "1:16", "actor",
            "'@DataContainer' works on a class, because a container is one shared object; this is an actor",
            fixes: ["@DataContainer final class A { var a = 1 }"]),
        FaultCase(
            "@DataContainer enum A { static let shared = 1 }", "notAClass", at: "1:16", "enum",
            "'@DataContainer' works on a class, because a container is one shared object; this is an enum",
            fixes: ["@DataContainer final class A { static let shared = 1 }"]),
        FaultCase(
            "@DataContainer enum A { case a }", "notAClass", at: "1:16", "enum",
            "'@DataContainer' works on a class, because a container is one shared object; this is an enum"),
        FaultCase(
            "@DataContainer protocol A { var a: Int { get } }", "notAClass", at: "1:16", "protocol",
            "'@DataContainer' works on a class, because a container is one shared object; this is a protocol"),
        FaultCase(
            "@DataContainer struct A { @Stored var a = 1 }", "notAClass", at: "1:16", "struct",
            "'@DataContainer' works on a class, because a container is one shared object; this is a struct",
            fixes: ["@DataContainer final class A { @Stored var a = 1 }"]),
        FaultCase(
            "@DataContainer\n// A\npublic class A { var a = 1 }", "notFinal", at: "3:8", "class",
            "Make 'A' a final class: the properties of a subclass would not be saved",
            fixes: ["@DataContainer\n// A\npublic final class A { var a = 1 }"]),
        FaultCase(
            "@DataContainer open class A {}", "notFinal", at: "1:21", "class",
            "Make 'A' a final class: the properties of a subclass would not be saved",
            fixes: ["@DataContainer public final class A {}"]),
        FaultCase(
            "enum Outer { @DataContainer private final class A {} }", "privateClass", at: "1:29", "private",
            "Make 'A' fileprivate: a private class in another type cannot be given a conformance by a macro",
            fixes: ["enum Outer { @DataContainer fileprivate final class A {} }"]),
        // Names
        FaultCase(
            "@DataContainer final class DataContainer { var a = 1 }", "hiddenModule", at: "1:28", "DataContainer",
            "Give 'DataContainer' another name: it hides the module of that name, which the expansion refers to"),
        FaultCase(
            "enum DataContainer { @DataContainer final class A { var a = 1 } }", "hiddenModule", at: "1:49", "A",
            "Give 'DataContainer' another name: it hides the module of that name, which the expansion refers to"),
        FaultCase(
            "@DataContainer final class A { struct DataContainer {}; @Stored var a = 1 }", "hiddenModule", at: "1:39",
            "DataContainer",
            "Give 'DataContainer' another name: it hides the module of that name, which the expansion refers to"),
        FaultCase(
            "@DataContainer final class A { var properties = 1; var a = 1 }", "reservedName", at: "1:36", "properties",
            "Rename 'properties': '@DataContainer' adds a member of that name to the class"),
        FaultCase(
            "@DataContainer final class A { func properties() {} }", "reservedName", at: "1:37", "properties",
            "Rename 'properties': '@DataContainer' adds a member of that name to the class"),
        FaultCase(
            "@DataContainer final class A { let _handle = 1 }", "reservedName", at: "1:36", "_handle",
            "Rename '_handle': '@DataContainer' adds a member of that name to the class"),
        FaultCase(
            "@DataContainer final class A { enum Keys {} }", "reservedName", at: "1:37", "Keys",
            "Rename 'Keys': '@DataContainer' adds a member of that name to the class"),
        FaultCase(
            "@DataContainer final class A { typealias Properties = Int }", "reservedName", at: "1:42", "Properties",
            "Rename 'Properties': '@DataContainer' adds a member of that name to the class"),
        FaultCase(
            "@DataContainer final class A<Keys> {}", "reservedName", at: "1:30", "Keys",
            "Rename 'Keys': '@DataContainer' adds a member of that name to the class"),
        // The argument
        FaultCase(
            "@DataContainer(name: \"\") final class A {}", "emptyName", at: "1:22", "\"\"",
            "Write a name, or leave it out to use the name of the class",
            fixes: ["@DataContainer final class A {}"]),
        FaultCase(
            "@DataContainer(name: name) final class A {}", "nameNotLiteral", at: "1:22", "name",
            "Write the name as a plain string literal: it is part of the program, like a file name"),
        // Initializers and constants
        FaultCase(
            "@DataContainer final class A {\n    public init(a: Int) {\n        b = a\n    }\n    var b = 1\n}",
            "designatedInitializer", at: "2:12", "init",
            "Make this a convenience initializer that calls 'self.init(store:)': the designated initializer of a "
                + "container is written by '@DataContainer'",
            fixes: [
                "@DataContainer final class A {\n    public convenience init(a: Int) {\n"
                    + "        self.init(store: <#store#>)\n        b = a\n    }\n    var b = 1\n}"
            ]),
        FaultCase(
            "@DataContainer final class A {\n    init() {}\n}", "designatedInitializer", at: "2:5", "init",
            "Make this a convenience initializer that calls 'self.init(store:)': the designated initializer of a "
                + "container is written by '@DataContainer'",
            fixes: [
                "@DataContainer final class A {\n    convenience init() {\n"
                    + "        self.init(store: <#store#>)\n    }\n}"
            ]),
        FaultCase(
            "@DataContainer final class A { let a: Int }", "constantWithoutValue", at: "1:36", "a",
            "Give 'a' a value: the initializer that '@DataContainer' writes cannot know it",
            fixes: ["@DataContainer final class A { let a: Int = <#value#> }"]),
    ]
}
