import SwiftDiagnostics
import SwiftSyntax

/// A class that `@DataContainer` can expand: everything that the expansion depends on.
struct Container {
    let declaration: ClassDeclSyntax
    /// The name of the class, without backticks.
    let name: String
    /// The properties without faults, as they follow each other.
    let properties: [ContainerProperty]
    /// The level of the members that are added.
    let access: Access

    /// Reads a declaration that `@DataContainer` is attached to; `nil` if the macro adds nothing to it.
    ///
    /// - Parameter context: What the declaration is in, from the inside to the outside.
    init?(_ declaration: some DeclGroupSyntax, in context: [Syntax]) {
        guard let declaration = declaration.expandableClass(in: context) else { return nil }
        self.declaration = declaration
        name = declaration.name.plainName
        access = .members(of: declaration, in: context)
        properties = declaration.soundVariables.compactMap { ContainerProperty($0) }
    }

    /// Whether the initializer without parameters replaces one that the class inherits.
    var overridesInitializer: Bool {
        let first = declaration.inheritanceClause?.inheritedTypes.first?.type
        return first?.as(IdentifierTypeSyntax.self)?.name.text == "NSObject"
            || first?.as(MemberTypeSyntax.self)?.name.text == "NSObject"
    }

    /// Whether the class has an initializer without parameters already.
    var hasPlainInitializer: Bool {
        declaration.initializers.contains { $0.signature.parameterClause.parameters.isEmpty }
    }
}

extension DeclGroupSyntax {
    /// The class that this is, if the macros can add their members to it.
    ///
    /// - Parameter context: What the declaration is in, from the inside to the outside.
    func expandableClass(in context: [Syntax]) -> ClassDeclSyntax? {
        guard let declaration = self.as(ClassDeclSyntax.self), declaration.modifiers.contains(.final),
            declaration.takenNames.isEmpty, declaration.namesThatHideModule.isEmpty,
            !context.contains(where: \.hidesModule)
        else { return nil }
        return declaration
    }
}

extension Syntax {
    /// Whether this is a type, or an extension of one, inside which `DataContainer` is not the module.
    var hidesModule: Bool {
        if let type = self.as(ExtensionDeclSyntax.self)?.extendedType { return type.trimmedDescription == moduleName }
        guard isProtocol((any DeclGroupSyntax).self) else { return false }
        return asProtocol((any NamedDeclSyntax).self)?.name.plainName == moduleName
    }
}

extension ClassDeclSyntax {
    /// Whether nothing outside the enclosing type can name the class, not even the extension that makes it conform.
    func isHidden(in context: [Syntax]) -> Bool {
        modifiers.contains(.private) && context.first?.asProtocol((any DeclGroupSyntax).self) != nil
    }

    var initializers: [InitializerDeclSyntax] {
        memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    }

    /// The variables that are properties of the container and have no faults.
    var soundVariables: [VariableDeclSyntax] {
        memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter(\.isSoundProperty)
    }

    /// Whether a member stands inside `#if`. Its source is compared, because a macro is given a copy of the member.
    func isConditional(_ member: VariableDeclSyntax) -> Bool {
        guard memberBlock.members.contains(where: { $0.decl.is(IfConfigDeclSyntax.self) }) else { return false }
        let text = member.trimmedDescription
        return !memberBlock.members.contains { $0.decl.trimmedDescription == text }
    }

    /// The names in the source that the expansion would declare a second time.
    var takenNames: [TokenSyntax] {
        (typeNames + memberBlock.members.flatMap { $0.decl.memberNames })
            .filter { ["Keys", "Properties", "properties", "_handle"].contains($0.plainName) }
    }

    /// The names of types because of which `DataContainer` is not the module in the class.
    var namesThatHideModule: [TokenSyntax] {
        ([name] + typeNames).filter { $0.plainName == moduleName }
    }

    /// The names of generic parameters and nested types.
    private var typeNames: [TokenSyntax] {
        let parameters = genericParameterClause?.parameters.map(\.name) ?? []
        return parameters + memberBlock.members.compactMap { $0.decl.typeName }
    }
}

extension DeclSyntax {
    fileprivate var typeName: TokenSyntax? {
        guard isProtocol((any DeclGroupSyntax).self) || self.is(TypeAliasDeclSyntax.self) else { return nil }
        return asProtocol((any NamedDeclSyntax).self)?.name
    }

    /// The names of variables of the object, and of its functions without parameters, which share names with variables.
    fileprivate var memberNames: [TokenSyntax] {
        if let variable = self.as(VariableDeclSyntax.self) {
            return variable.isStatic ? [] : variable.bindings.compactMap(\.name)
        }
        guard let function = self.as(FunctionDeclSyntax.self), !function.modifiers.contains(.static),
            function.signature.parameterClause.parameters.isEmpty
        else { return [] }
        return [function.name]
    }
}
