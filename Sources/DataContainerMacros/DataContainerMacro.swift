import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DataContainer`: makes the stored variables of a class the properties of a container.
///
/// The work is divided: this macro adds the members that hold the properties, and marks each variable `@Stored`
/// that is not marked yet; that macro, or `@Transient`, makes the variable read and write its property.
struct DataContainerMacro {}

extension DataContainerMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // Reported here and nowhere else: of the roles, only this one sees the whole declaration and runs once.
        containerFaults(declaration, attribute: node, in: context.lexicalContext).forEach { context.diagnose($0) }
        guard let container = Container(declaration, in: context.lexicalContext) else { return [] }
        let argument = node.firstArgument?.literalString.flatMap { $0.isEmpty ? nil : $0 }
        return container.keysAndProperties + container.initializers(storeName: argument ?? container.name)
    }
}

extension DataContainerMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let variable = member.as(VariableDeclSyntax.self), variable.isStoredVariable, variable.marks.isEmpty,
            // Reported; and here the compiler would add more to an accessor macro than it does without.
            variable.bindings.count == 1, variable.bindings.first?.name != nil, !variable.modifiers.contains(.lazy),
            let container = declaration.expandableClass(in: context.lexicalContext),
            !container.isConditional(variable)
        else { return [] }
        return ["@\(raw: moduleName).Stored"]
    }
}

extension DataContainerMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let container = declaration.expandableClass(in: context.lexicalContext),
            !container.isHidden(in: context.lexicalContext),
            !protocols.isEmpty
        else { return [] }
        // The extension can be used where the class can, and where the types can that the class is nested in.
        let availability = ([Syntax(declaration)] + context.lexicalContext).flatMap(\.availability)
        let attributes = availability.map { "\($0.trimmed)\n" }.joined()
        // `Sendable` is implied, but where the class is checked before its extensions, the compiler wants to read it.
        // `Observable` is implied too, and cannot be named in a file that does not import Observation.
        let text: DeclSyntax = """
            \(raw: attributes)\
            extension \(type.trimmed): nonisolated \(raw: moduleName).DataContaining, Swift.Sendable {}
            """
        return [text.as(ExtensionDeclSyntax.self)].compactMap(\.self)
    }
}

extension Syntax {
    fileprivate var availability: [AttributeSyntax] {
        let attributes = asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
        return attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription == "available" }
    }
}
