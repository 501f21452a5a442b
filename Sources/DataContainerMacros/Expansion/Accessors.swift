import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The accessors that make a variable a view of its property.
func accessors(
    of name: String, observers: Observers?, in context: some MacroExpansionContext
) -> [AccessorDeclSyntax] {
    let value = "properties.\(name).value"
    guard let observers else {
        return [
            "get { \(raw: value) }",
            "set { \(raw: value) = newValue }",
            "_modify { yield &\(raw: value) }",
        ]
    }
    // The compiler drops the variable's own observers, since it is computed now. Their code goes into closures, where
    // `return` and `self` mean what they meant. It must not see the local variable, hence the unique name. The code stands
    // in `_modify` alone: in `set`, the compiler would warn of an observer that corrects the value, `a = 10`. So `set`
    // says that the old value does not matter and goes through `_modify`, by another name of the object for the same reason.
    let mutation = context.makeUniqueName("mutation").text
    let object = context.makeUniqueName("object").text
    return [
        "get { \(raw: value) }",
        """
        set {
            let \(raw: object) = self
            properties.\(raw: name).beginAssignment()
            properties.\(raw: name).assign(newValue, to: &\(raw: object).\(raw: name))
        }
        """,
        """
        _modify {
            var \(raw: mutation) = properties.\(raw: name).observedMutation()
            defer { \(raw: mutation).end(willSet: \(observers.willSet), didSet: \(observers.didSet)) }
            yield &\(raw: mutation).value
        }
        """,
    ]
}

/// The `willSet` and `didSet` of a variable, as closures.
struct Observers {
    let willSet: ExprSyntax
    let didSet: ExprSyntax

    /// The observers of a binding; `nil` if it has none.
    init?(_ binding: PatternBindingSyntax) {
        guard case .accessors(let accessors) = binding.accessorBlock?.accessors, !accessors.isEmpty else { return nil }
        willSet = accessors.closure(.willSet, parameter: "newValue")
        didSet = accessors.closure(.didSet, parameter: "oldValue")
    }
}

extension AccessorDeclListSyntax {
    fileprivate func closure(_ keyword: Keyword, parameter: String) -> ExprSyntax {
        guard let accessor = first(where: { $0.accessorSpecifier.tokenKind == .keyword(keyword) }),
            let body = accessor.body
        else { return "{ _ in }" }
        let name = accessor.parameters?.name.text ?? parameter
        // As it was written, up to the braces: nothing in it may move, or a string of several lines would change.
        let start = "{ \(name) in" + (body.leftBrace.trailingTrivia.isEmpty ? " " : "")
        let text = "\(body.leftBrace.trailingTrivia)\(body.statements)\(body.rightBrace.leadingTrivia)"
        return "\(raw: start)\(raw: text)}"
    }
}
