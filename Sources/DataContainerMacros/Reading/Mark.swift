import SwiftParser
import SwiftSyntax

/// A `@Stored` or `@Transient` attribute in the source.
struct Mark {
    enum Kind: String {
        case stored = "Stored"
        case transient = "Transient"
    }

    let kind: Kind
    let attribute: AttributeSyntax

    init?(_ element: AttributeListSyntax.Element) {
        guard case .attribute(let attribute) = element, let name = attribute.nameInModule,
            let kind = Kind(rawValue: name)
        else { return nil }
        self.kind = kind
        self.attribute = attribute
    }

    /// The first argument, which is the key.
    var argument: ExprSyntax? { attribute.firstArgument }
}

extension AttributeSyntax {
    /// The attribute's name if it can be one of this package's: `Stored`, or `DataContainer.Stored`.
    var nameInModule: String? {
        if let name = attributeName.as(IdentifierTypeSyntax.self) {
            name.name.text
        } else if let name = attributeName.as(MemberTypeSyntax.self), name.baseType.trimmedDescription == moduleName {
            name.name.text
        } else {
            nil
        }
    }

    var firstArgument: ExprSyntax? {
        arguments?.as(LabeledExprListSyntax.self)?.first?.expression
    }
}

extension VariableDeclSyntax {
    /// The `@Stored` and `@Transient` attributes, as they follow each other.
    var marks: [Mark] { attributes.compactMap { Mark($0) } }
}

extension ExprSyntax {
    /// The value of a string literal without interpolations, or `nil` if this is something else.
    var literalString: String? {
        self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

/// The module of the library, which the expansion's names are looked up in.
let moduleName = "DataContainer"
