import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// The edits that fix-its offer for the class and its initializers.

extension DeclGroupSyntax {
    /// A struct, an actor or an enum without cases as a final class.
    var asFinalClass: FixIt? {
        let replaced: TokenSyntax
        if let type = self.as(StructDeclSyntax.self) {
            replaced = type.structKeyword
        } else if let type = self.as(ActorDeclSyntax.self) {
            replaced = type.actorKeyword
        } else if let type = self.as(EnumDeclSyntax.self),
            !type.memberBlock.members.contains(where: { $0.decl.is(EnumCaseDeclSyntax.self) })
        {
            replaced = type.enumKeyword
        } else {
            return nil
        }
        let new = TokenSyntax.identifier(
            "final class", leadingTrivia: replaced.leadingTrivia, trailingTrivia: replaced.trailingTrivia)
        return FixIt(message: .makeFinalClass, replacing: replaced, with: new)
    }
}

extension ClassDeclSyntax {
    func addingFinal() -> FixIt {
        guard let open = modifiers.first(.open) else {
            let new = TokenSyntax.identifier(
                "final class", leadingTrivia: classKeyword.leadingTrivia, trailingTrivia: classKeyword.trailingTrivia)
            return FixIt(message: .addFinal, replacing: classKeyword, with: new)
        }
        let new = TokenSyntax.identifier(
            "public final", leadingTrivia: open.name.leadingTrivia, trailingTrivia: open.name.trailingTrivia)
        return FixIt(message: .addFinal, replacing: open.name, with: new)
    }
}

extension InitializerDeclSyntax {
    /// The initializer with `convenience`, and with a call of the container's own initializer as its first statement.
    func makingConvenience() -> FixIt {
        var copy = self
        let start = leadingTrivia
        copy.leadingTrivia = []
        copy.modifiers.append(DeclModifierSyntax(name: .keyword(.convenience, trailingTrivia: .space)))
        copy.leadingTrivia = start
        if let body {
            let indentation = Trivia(pieces: start.pieces.reversed().prefix { $0.isSpaceOrTab })
            let line = Trivia.newline + indentation + .spaces(4)
            let call = CodeBlockItemSyntax(
                leadingTrivia: line, item: .expr("self.init(store: <#store#>)"))
            copy.body?.statements = [call] + body.statements
            if body.statements.isEmpty, !body.rightBrace.leadingTrivia.contains(where: \.isNewline) {
                copy.body?.rightBrace.leadingTrivia = .newline + indentation
            }
        }
        return FixIt(message: .makeConvenience, replacing: self, with: copy)
    }
}

extension DeclModifierSyntax {
    func makingFileprivate() -> FixIt {
        FixIt(
            message: .makeFileprivate, replacing: self, with: with(\.name.tokenKind, .keyword(.fileprivate)))
    }
}
