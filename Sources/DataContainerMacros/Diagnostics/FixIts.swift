import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// The edits that fix-its offer. Each replaces a whole node, so that no comment and no indentation is lost.

extension VariableDeclSyntax {
    func removing(_ mark: Mark) -> FixIt {
        FixIt(
            message: Remedy.remove(mark.attribute.trimmedDescription), replacing: self,
            with: withoutAttribute(mark.attribute))
    }

    private func withoutAttribute(_ attribute: AttributeSyntax) -> VariableDeclSyntax {
        var copy = self
        copy.attributes = attributes.filter { $0.id != attribute.id }
        // What stood before the removed attribute stands before the declaration now.
        copy.leadingTrivia = leadingTrivia
        return copy
    }

    func removing(_ modifier: DeclModifierSyntax) -> FixIt {
        var copy = self
        copy.modifiers = modifiers.filter { $0.id != modifier.id }
        copy.leadingTrivia = leadingTrivia
        return FixIt(message: Remedy.remove(modifier.trimmedDescription), replacing: self, with: copy)
    }

    /// `var a, b: Int` as two declarations, on lines of their own.
    func separateVariables() -> Diagnostic {
        let indentation = Trivia(pieces: leadingTrivia.pieces.reversed().prefix { $0.isSpaceOrTab })
        // A type that is written once counts for the names before it.
        var type: TypeAnnotationSyntax?
        let single = bindings.reversed().map { binding in
            type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
            var copy = self
            copy.bindings = [
                binding.with(\.trailingComma, nil).with(\.typeAnnotation, type?.trimmed).trimmed.spaced
            ]
            return copy
        }
        let text = single.reversed().enumerated().map { index, variable in
            var variable = variable
            variable.leadingTrivia = index == 0 ? leadingTrivia : .newline + indentation
            variable.trailingTrivia = index == single.count - 1 ? trailingTrivia : []
            return MemberBlockItemSyntax(decl: variable)
        }
        let fixIt = FixIt(
            message: Remedy.separate,
            changes: [.replace(oldNode: Syntax(self), newNode: Syntax(MemberBlockItemListSyntax(text)))])
        return Diagnostic(
            node: Array(bindings)[1].pattern, message: Fault.severalVariables,
            fixIts: bindings.allSatisfy { $0.name != nil } ? [fixIt] : [])
    }
}

extension PatternBindingSyntax {
    /// The binding with a space between its type and its value.
    fileprivate var spaced: PatternBindingSyntax {
        var copy = self
        copy.pattern = pattern.trimmed
        if let type = typeAnnotation {
            copy.typeAnnotation = type.with(\.trailingTrivia, initializer == nil ? [] : .space)
        } else if initializer != nil {
            copy.pattern.trailingTrivia = .space
        }
        return copy
    }

    func addingValue() -> FixIt {
        // The value comes between the type, or the name, and what follows: a space and the observers, or nothing.
        var copy = self
        let end = typeAnnotation?.trailingTrivia ?? pattern.trailingTrivia
        copy.pattern.trailingTrivia = typeAnnotation == nil ? [] : pattern.trailingTrivia
        copy.typeAnnotation?.trailingTrivia = []
        copy.initializer = InitializerClauseSyntax(
            leadingTrivia: .space, equal: .equalToken(trailingTrivia: .space),
            value: EditorPlaceholderExprSyntax(placeholder: .identifier("<#value#>")), trailingTrivia: end)
        return FixIt(message: Remedy.addValue, replacing: self, with: copy)
    }

    func makingOptional() -> FixIt? {
        guard let type = typeAnnotation?.type else { return nil }
        let simple =
            !type.is(FunctionTypeSyntax.self) && !type.is(SomeOrAnyTypeSyntax.self)
            && !type.is(AttributedTypeSyntax.self) && !type.is(CompositionTypeSyntax.self)
        let optional = TypeSyntax(stringLiteral: simple ? "\(type.trimmed)?" : "(\(type.trimmed))?")
        return FixIt(
            message: Remedy.makeOptional, replacing: type,
            with: optional.with(\.leadingTrivia, type.leadingTrivia).with(\.trailingTrivia, type.trailingTrivia))
    }
}

extension AttributeSyntax {
    /// `@Stored` for `@Stored("")`.
    func removingArguments() -> FixIt {
        var copy = self
        copy.leftParen = nil
        copy.arguments = nil
        copy.rightParen = nil
        copy.trailingTrivia = trailingTrivia
        return FixIt(message: Remedy.removeArgument, replacing: self, with: copy)
    }
}

extension FixIt {
    init(message: Remedy, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol) {
        self.init(message: message, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
