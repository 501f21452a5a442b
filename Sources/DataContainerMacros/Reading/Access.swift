import SwiftSyntax

/// How far a name of the expansion can be seen.
struct Access {
    /// The modifier with a space behind it, or nothing for the default level.
    let prefix: String

    /// Whether other modules can see the name, so that it needs documentation.
    var isPublic: Bool { prefix == "public " }

    private init(_ name: String?) {
        // Without a modifier, a member is as visible as its type allows, which is all that `internal` would say.
        prefix = name.map { $0 == "internal" ? "" : "\($0) " } ?? ""
    }

    /// The level of the members of a class.
    ///
    /// - Parameter context: What the class is declared in: its level is an extension's, if it has none of its own.
    static func members(of declaration: ClassDeclSyntax, in context: [Syntax]) -> Access {
        let own = declaration.modifiers.accessLevel
        let inherited = context.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
        switch own ?? inherited {
        // A private class hides its members well enough.
        case "private", "fileprivate", nil: return Access(nil)
        case let level: return Access(level)
        }
    }

    /// The level of a property's name, in a type nested in the class.
    static func reading(_ variable: VariableDeclSyntax) -> Access {
        Access(visible(variable.modifiers.accessLevel))
    }

    /// The level of that which can change the property.
    static func writing(_ variable: VariableDeclSyntax) -> Access {
        Access(visible(variable.modifiers.setterAccessLevel ?? variable.modifiers.accessLevel))
    }

    /// A private member of a nested type could not be seen in the class.
    private static func visible(_ level: String?) -> String? {
        level == "private" ? "fileprivate" : level
    }
}

extension DeclModifierListSyntax {
    private static let levels: Set = ["private", "fileprivate", "internal", "package", "public", "open"]

    var accessLevel: String? {
        first { $0.detail == nil && Self.levels.contains($0.name.text) }?.name.text
    }

    var setterAccessLevel: String? {
        first { $0.detail?.detail.text == "set" && Self.levels.contains($0.name.text) }?.name.text
    }
}
