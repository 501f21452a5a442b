import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension VariableDeclSyntax {
    /// What keeps this member of a container from being one, judged by itself; empty if nothing does.
    ///
    /// The macro on the class reports them. The macros on the variable only ask whether there are any.
    func faults() -> [Diagnostic] {
        let marks = marks
        if marks.count > 1 { return [severalMarks(marks)] }
        if let mark = marks.first, let kind = kindWithoutMark { return [misplaced(mark, on: kind)] }
        guard isVar else { return constantFaults() }
        guard isStoredVariable else { return [] }
        if bindings.count > 1 { return [separateVariables()] }
        guard let binding = bindings.first, let name = binding.name else {
            return [Diagnostic(node: bindings.first?.pattern ?? PatternSyntax("_"), message: Fault.pattern)]
        }
        return modifierFaults(name) + typeFaults(binding, name) + keyFaults(marks.first)
    }

    /// Whether this is a variable that becomes a property.
    var isSoundProperty: Bool {
        isStoredVariable && faults().isEmpty && bindings.contains { $0.typeAnnotation != nil || $0.initializer != nil }
    }

    /// What this declaration is, if it is nothing that can be marked.
    private var kindWithoutMark: String? {
        if isStatic { return isVar ? "a static property" : "a static constant" }
        if !isVar { return "a constant" }
        return isComputed ? "a computed property" : nil
    }

    private func severalMarks(_ marks: [Mark]) -> Diagnostic {
        Diagnostic(
            node: marks[1].attribute, message: Fault.severalMarks,
            fixIts: marks.reversed().map { removing($0) })
    }

    private func misplaced(_ mark: Mark, on kind: String) -> Diagnostic {
        Diagnostic(
            node: mark.attribute, message: Fault.markOn(kind, mark: mark.kind.rawValue), fixIts: [removing(mark)])
    }

    func outsideContainer(_ mark: Mark) -> Diagnostic {
        Diagnostic(
            node: mark.attribute, message: Fault.markOutsideContainer(mark.kind.rawValue), fixIts: [removing(mark)])
    }

    private func constantFaults() -> [Diagnostic] {
        guard !isStatic else { return [] }
        return bindings.compactMap { binding in
            guard binding.initializer == nil else { return nil }
            return Diagnostic(
                node: binding.pattern,
                message: Fault.constantWithoutValue(binding.name?.plainName ?? binding.pattern.trimmedDescription),
                fixIts: [binding.addingValue()])
        }
    }

    private func modifierFaults(_ name: TokenSyntax) -> [Diagnostic] {
        guard let modifier = modifiers.first(.lazy, .weak, .unowned) else { return [] }
        return [
            Diagnostic(
                node: modifier, message: Fault.unsupportedModifier(modifier.trimmedDescription, of: name.plainName),
                fixIts: [removing(modifier)])
        ]
    }

    private func typeFaults(_ binding: PatternBindingSyntax, _ name: TokenSyntax) -> [Diagnostic] {
        let type = binding.typeAnnotation?.type
        if let opaque = type?.opaquePart {
            return [Diagnostic(node: opaque, message: Fault.opaqueType(name.plainName))]
        }
        // A weak or lazy variable is reported for that; what it would need besides, nobody can say yet.
        guard binding.initializer == nil, modifiers.first(.lazy, .weak, .unowned) == nil else { return [] }
        // Without a type, too, the compiler says so itself.
        guard let type, !type.isOptional else { return [] }
        return [
            Diagnostic(
                node: name, message: Fault.missingValue(name.plainName),
                fixIts: [binding.addingValue(), binding.makingOptional()].compactMap(\.self))
        ]
    }

    private func keyFaults(_ mark: Mark?) -> [Diagnostic] {
        guard let mark, mark.kind == .stored, let argument = mark.argument else { return [] }
        guard let key = argument.literalString else {
            return [Diagnostic(node: argument, message: Fault.keyNotLiteral)]
        }
        guard key.isEmpty else { return [] }
        return [
            Diagnostic(
                node: argument, message: Fault.emptyKey, fixIts: [mark.attribute.removingArguments()])
        ]
    }
}

extension TypeSyntax {
    /// The first `some P` in the type.
    fileprivate var opaquePart: SomeOrAnyTypeSyntax? {
        var found: SomeOrAnyTypeSyntax?
        for token in tokens(viewMode: .sourceAccurate) where found == nil && token.tokenKind == .keyword(.some) {
            found = token.parent?.as(SomeOrAnyTypeSyntax.self)
        }
        return found
    }
}
