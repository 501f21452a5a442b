import SwiftDiagnostics
import SwiftSyntax

/// What is wrong with a declaration that `@DataContainer` is attached to, and with its members.
///
/// - Parameter context: What the declaration is in, from the inside to the outside.
func containerFaults(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, in context: [Syntax]
) -> [Diagnostic] {
    guard let container = declaration.as(ClassDeclSyntax.self) else { return [notAClass(declaration)] }
    return finalFaults(container) + accessFaults(container, context) + nameFaults(container, attribute, context)
        + initializerFaults(container)
        + container.memberBlock.members.flatMap { memberFaults($0.decl) }
        + duplicateKeys(container) + privateTypes(container)
}

private func memberFaults(_ member: DeclSyntax) -> [Diagnostic] {
    if let variable = member.as(VariableDeclSyntax.self) { return variable.faults() }
    if let conditional = member.as(IfConfigDeclSyntax.self) { return conditionalProperties(conditional) }
    return []
}

private func conditionalProperties(_ conditional: IfConfigDeclSyntax) -> [Diagnostic] {
    conditional.clauses.flatMap { clause in
        (clause.elements?.as(MemberBlockItemListSyntax.self) ?? []).flatMap { member in
            if let inner = member.decl.as(IfConfigDeclSyntax.self) { return conditionalProperties(inner) }
            guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredVariable else { return [] }
            return variable.bindings.map { binding in
                let name = binding.name?.plainName ?? binding.pattern.trimmedDescription
                return Diagnostic(node: binding.pattern, message: Fault.conditional(name))
            }
        }
    }
}

// MARK: - The class

private func notAClass(_ declaration: some DeclGroupSyntax) -> Diagnostic {
    let keyword = declaration.introducer.text
    let article = "aeiou".contains(keyword.prefix(1)) ? "an" : "a"
    return Diagnostic(
        node: declaration.introducer, message: Fault.notAClass("\(article) \(keyword)"),
        fixIts: [declaration.asFinalClass].compactMap(\.self))
}

private func finalFaults(_ container: ClassDeclSyntax) -> [Diagnostic] {
    guard !container.modifiers.contains(.final) else { return [] }
    return [
        Diagnostic(
            node: container.classKeyword, message: Fault.notFinal(container.name.plainName),
            fixIts: [container.addingFinal()])
    ]
}

private func accessFaults(_ container: ClassDeclSyntax, _ context: [Syntax]) -> [Diagnostic] {
    guard container.isHidden(in: context), let modifier = container.modifiers.first(.private) else { return [] }
    return [
        Diagnostic(
            node: modifier, message: Fault.privateClass(container.name.plainName),
            fixIts: [modifier.makingFileprivate()])
    ]
}

private func nameFaults(
    _ container: ClassDeclSyntax, _ attribute: AttributeSyntax, _ context: [Syntax]
) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    if let argument = attribute.firstArgument {
        if let name = argument.literalString {
            if name.isEmpty {
                faults.append(
                    Diagnostic(
                        node: argument, message: Fault.emptyName, fixIts: [attribute.removingArguments()]))
            }
        } else {
            faults.append(Diagnostic(node: argument, message: Fault.nameNotLiteral))
        }
    }
    var hiding = container.namesThatHideModule.map { Syntax($0) }
    // The enclosing declaration itself is out of reach.
    if context.contains(where: \.hidesModule) { hiding.append(Syntax(container.name)) }
    return faults + hiding.prefix(1).map { Diagnostic(node: $0, message: Fault.hiddenModule) }
        + container.takenNames.map { Diagnostic(node: $0, message: Fault.reservedName($0.plainName)) }
}

private func initializerFaults(_ container: ClassDeclSyntax) -> [Diagnostic] {
    container.initializers
        // One that calls `self.init` without being marked: the compiler says what to do.
        .filter { !$0.modifiers.contains(.convenience) && !$0.delegates }
        .map {
            Diagnostic(
                node: $0.initKeyword, message: Fault.designatedInitializer, fixIts: [$0.makingConvenience()])
        }
}

extension InitializerDeclSyntax {
    fileprivate var delegates: Bool {
        body?.tokens(viewMode: .sourceAccurate).contains { token in
            guard token.tokenKind == .keyword(.`init`),
                let access = token.parent?.parent?.as(MemberAccessExprSyntax.self)
            else { return false }
            return access.base?.trimmedDescription == "self"
        } ?? false
    }
}

// MARK: - Between members

private func duplicateKeys(_ container: ClassDeclSyntax) -> [Diagnostic] {
    var users: [String: ContainerProperty] = [:]
    return container.soundVariables.compactMap { variable in
        guard let property = ContainerProperty(variable) else { return nil }
        guard let key = property.key else { return nil }
        guard let first = users[key] else {
            users[key] = property
            return nil
        }
        return Diagnostic(
            node: property.keyNode,
            message: Fault.duplicateKey(key, first: first.plainName, second: property.plainName),
            notes: [Note(node: first.keyNode, message: Remark.firstUse)])
    }
}

private func privateTypes(_ container: ClassDeclSyntax) -> [Diagnostic] {
    let types = container.privateTypes
    guard !types.isEmpty else { return [] }
    return container.soundVariables.compactMap { variable in
        guard let binding = variable.bindings.first, let name = binding.name,
            let (use, type) = binding.use(of: types)
        else { return nil }
        return Diagnostic(
            node: use, message: Fault.privateType(use.text, of: name.plainName),
            notes: [Note(node: Syntax(type.name), message: Remark.declaredHere)],
            fixIts: [type.modifier.makingFileprivate()])
    }
}
