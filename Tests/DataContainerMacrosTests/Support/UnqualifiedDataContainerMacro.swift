import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

@testable import DataContainerMacros

/// `@DataContainer` for the expander in this process, which finds macros by unqualified names only: the attribute that
/// the macro adds is called `@Stored` here and not `@DataContainer.Stored`.
enum UnqualifiedDataContainerMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try DataContainerMacro.expansion(
            of: node, providingMembersOf: declaration, conformingTo: protocols, in: context)
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        let attributes = try DataContainerMacro.expansion(
            of: node, attachedTo: declaration, providingAttributesFor: member, in: context)
        return attributes.map { attribute in
            attribute.attributeName.trimmedDescription == "DataContainer.Stored" ? "@Stored" : attribute
        }
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try DataContainerMacro.expansion(
            of: node, attachedTo: declaration, providingExtensionsOf: type, conformingTo: protocols, in: context)
    }
}
