import SwiftSyntax

/// A private type nested in a container. The nested `Properties` cannot have members of such a type, since nothing
/// between "private" and "fileprivate" can be said in Swift.
struct PrivateType {
    let name: TokenSyntax
    let modifier: DeclModifierSyntax
    /// The names of an enum's cases, which tell that `Mode.fast` is a value of type `Mode`.
    let cases: Set<String>
}

extension ClassDeclSyntax {
    /// The private nested types, by name.
    var privateTypes: [String: PrivateType] {
        var types: [String: PrivateType] = [:]
        for member in memberBlock.members {
            guard let nested = member.decl.asProtocol((any DeclGroupSyntax).self),
                let name = (nested as? any NamedDeclSyntax)?.name, let modifier = nested.modifiers.first(.private)
            else { continue }
            let cases = nested.memberBlock.members
                .compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
                .flatMap { $0.elements.map(\.name.text) }
            types[name.text] = PrivateType(name: name, modifier: modifier, cases: Set(cases))
        }
        return types
    }
}

extension PatternBindingSyntax {
    /// Where the variable's type names one of `types`: in the annotation, or else in a value that plainly is of the
    /// type, `Draft()` or `Mode.fast`. The compiler finds what this does not see.
    func use(of types: [String: PrivateType]) -> (TokenSyntax, PrivateType)? {
        if let type = typeAnnotation?.type {
            let name = type.tokens(viewMode: .sourceAccurate).first { types[$0.text] != nil }
            return name.flatMap { name in types[name.text].map { (name, $0) } }
        }
        return initializer?.value.typeName(among: types)
    }
}

extension ExprSyntax {
    fileprivate func typeName(among types: [String: PrivateType]) -> (TokenSyntax, PrivateType)? {
        if let call = self.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.calledType(among: types) ?? call.calledExpression.typeName(among: types)
        }
        if let array = self.as(ArrayExprSyntax.self) {
            return array.elements.first?.expression.typeName(among: types)
        }
        if let access = self.as(MemberAccessExprSyntax.self),
            let named = access.base?.as(DeclReferenceExprSyntax.self)?.baseName, let type = types[named.text],
            type.cases.contains(access.declName.baseName.text)
        {
            return (named, type)
        }
        return nil
    }

    /// The type if this is called as one: `Draft`, `Draft.init` or `[Draft]`.
    private func calledType(among types: [String: PrivateType]) -> (TokenSyntax, PrivateType)? {
        if let name = self.as(DeclReferenceExprSyntax.self)?.baseName { return types[name.text].map { (name, $0) } }
        if let access = self.as(MemberAccessExprSyntax.self), access.declName.baseName.tokenKind == .keyword(.`init`) {
            return access.base?.calledType(among: types)
        }
        return self.as(ArrayExprSyntax.self)?.elements.first?.expression.calledType(among: types)
    }
}
