import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Stored`: makes a variable of a container read and write its property.
struct StoredMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        propertyAccessors(for: declaration, attribute: node, in: context)
    }
}

/// `@Transient`: the same, for a property that is not saved. The difference lies in the container's `Properties`.
struct TransientMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        propertyAccessors(for: declaration, attribute: node, in: context)
    }
}

private func propertyAccessors(
    for declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, in context: some MacroExpansionContext
) -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
    guard let container = context.lexicalContext.first, container.isMarkedContainer else {
        reportOutsideContainer(variable, attribute, in: context)
        return variable.deadAccessors(for: attribute)
    }
    guard container.canBeExpanded(in: Array(context.lexicalContext.dropFirst())), variable.isSoundProperty,
        let binding = variable.bindings.first,
        let name = binding.name
    else { return variable.deadAccessors(for: attribute) }
    return accessors(of: name.text, observers: Observers(binding), in: context)
}

extension VariableDeclSyntax {
    /// What a variable gets that has been reported already. They never run; they keep the compiler from adding that
    /// there are none, or two of a kind.
    fileprivate func deadAccessors(for attribute: AttributeSyntax) -> [AccessorDeclSyntax] {
        // An attribute that the macro on the class added is not in the source.
        let isFirst = marks.count < 2 || marks[0].attribute.trimmedDescription == attribute.trimmedDescription
        return isComputed || !isFirst ? [] : ["get { fatalError() }", "set { fatalError() }"]
    }
}

private func reportOutsideContainer(
    _ variable: VariableDeclSyntax, _ attribute: AttributeSyntax, in context: some MacroExpansionContext
) {
    let text = attribute.trimmedDescription
    guard let mark = variable.marks.first(where: { $0.attribute.trimmedDescription == text }) else { return }
    context.diagnose(variable.outsideContainer(mark))
}

extension Syntax {
    /// Whether this is a type that is marked `@DataContainer`.
    fileprivate var isMarkedContainer: Bool {
        asProtocol((any DeclGroupSyntax).self)?.attributes.contains {
            $0.as(AttributeSyntax.self)?.nameInModule == moduleName
        } ?? false
    }

    /// Whether `@DataContainer` adds members to it, as far as that can be told without seeing its members.
    fileprivate func canBeExpanded(in context: [Syntax]) -> Bool {
        asProtocol((any DeclGroupSyntax).self)?.expandableClass(in: context) != nil
    }
}
