import SwiftSyntax
import SwiftSyntaxBuilder

/// A property of a container, read from a declaration that has no faults.
struct ContainerProperty {
    /// The name as written, with its backticks if it has any.
    let name: String
    /// The key that the value is saved under; `nil` for a transient property.
    let key: String?
    /// The name without backticks: what a transient property is called at run time.
    let plainName: String
    /// The type, unless the compiler has to infer it.
    let type: TypeSyntax?
    /// The value until something has been loaded.
    let value: ExprSyntax
    /// Who sees the property's name.
    let reading: Access
    /// Who may change it.
    let writing: Access
    /// Where a message about the key belongs.
    let keyNode: Syntax

    init?(_ variable: VariableDeclSyntax) {
        guard let binding = variable.bindings.first, let name = binding.name else { return nil }
        let mark = variable.marks.first
        let annotation = binding.typeAnnotation?.type
        let value = binding.initializer?.value.trimmed
        self.name = name.text
        plainName = name.plainName
        reading = .reading(variable)
        writing = .writing(variable)
        keyNode = mark?.argument.map { Syntax($0) } ?? Syntax(name)
        key = mark?.kind == .transient ? nil : mark?.argument?.literalString ?? name.plainName
        if let annotation, let value, annotation.isIncomplete {
            type = nil
            self.value = "(\(value)) as \(annotation.trimmed)"
        } else {
            type = annotation?.asArgument
            self.value = value ?? "nil"
        }
    }
}

extension PatternBindingSyntax {
    /// The variable's name, unless the binding takes a value apart.
    var name: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }
}
