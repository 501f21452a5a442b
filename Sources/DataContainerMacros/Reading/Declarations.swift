import SwiftSyntax

// Questions about declarations that more than one macro asks.

extension VariableDeclSyntax {
    var isVar: Bool { bindingSpecifier.tokenKind == .keyword(.var) }

    /// Whether it belongs to the type and not to the object.
    var isStatic: Bool { modifiers.contains(.static) || modifiers.contains(.class) }

    var isComputed: Bool { bindings.contains { $0.isComputed } }

    /// Whether the object has memory of its own for it, which may change: such a variable is a container's property.
    var isStoredVariable: Bool { isVar && !isStatic && !isComputed }
}

extension PatternBindingSyntax {
    /// Whether it has accessors other than observers.
    var isComputed: Bool {
        guard let block = accessorBlock else { return false }
        guard case .accessors(let accessors) = block.accessors else { return true }
        return !accessors.allSatisfy { $0.isObserver }
    }
}

extension AccessorDeclSyntax {
    var isObserver: Bool { [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind) }
}

extension DeclModifierListSyntax {
    func first(_ keywords: Keyword...) -> DeclModifierSyntax? {
        first { modifier in keywords.contains { modifier.name.tokenKind == .keyword($0) } }
    }

    func contains(_ keyword: Keyword) -> Bool { first(keyword) != nil }
}

extension TokenSyntax {
    /// The identifier that the token stands for, without the backticks that it may be written in.
    var plainName: String {
        text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
    }
}

extension TypeSyntax {
    /// The type without parentheses around it.
    var unwrapped: TypeSyntax {
        guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
            only.firstName == nil, only.ellipsis == nil
        else { return self }
        return only.type.unwrapped
    }

    /// Whether a variable of this type is `nil` at first when no value is written.
    var isOptional: Bool {
        let type = unwrapped
        if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return true }
        let name = type.as(IdentifierTypeSyntax.self)?.name ?? type.as(MemberTypeSyntax.self)?.name
        return name?.text == "Optional"
    }

    /// The type as a generic argument can name it: `Int?` for `Int!`.
    var asArgument: TypeSyntax {
        guard let unwrapping = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return trimmed }
        return TypeSyntax(OptionalTypeSyntax(wrappedType: unwrapping.wrappedType.trimmed))
    }

    /// Whether the compiler has to infer a part of the type from the value: `[_]`, or `Set` without its element.
    var isIncomplete: Bool {
        if let name = self.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil,
            ["_", "Array", "Dictionary", "Optional", "Set"].contains(name.name.text)
        {
            return true
        }
        return tokens(viewMode: .sourceAccurate).contains { token in
            // Not the `_` of a function's parameter.
            token.tokenKind == .wildcard && token.parent?.is(IdentifierTypeSyntax.self) == true
        }
    }
}
