import SwiftSyntax
import SwiftSyntaxBuilder

// Types are named with their module, and only where a type is expected: in an expression, `DataContainer` means the
// macro and not the module.

extension Container {
    /// The types that name the properties, and the members that hold them.
    var keysAndProperties: [DeclSyntax] {
        [
            keys, propertiesType,
            """
            \(raw: documentation("The properties themselves, for transactions and for what takes a key path to one."))\
            nonisolated \(raw: access.prefix)let properties: Properties
            """,
            """
            \(raw: documentation("What connects the properties with the store."))\
            nonisolated \(raw: access.prefix)let _handle: \(raw: moduleName).ContainerHandle
            """,
        ]
    }

    // Computed, because a generic class cannot have stored static members, and because a constant needs no memory.
    private var keys: DeclSyntax {
        let members = properties.compactMap { property in
            property.key.map { key in
                property.documentation("The key that ``\(name)/\(property.plainName)`` is saved under.")
                    + "\(property.reading.prefix)static var \(property.name): String { \(String(reflecting: key)) }"
            }
        }
        return """
            \(raw: documentation("The keys that the properties are saved under."))\
            nonisolated \(raw: access.prefix)enum Keys {
            \(raw: members.joined(separator: "\n"))
            }
            """
    }

    // A value whose type is inferred stands here. All others are made in the class's initializer, where they have the
    // isolation and the generic context of the class, and cost the compiler least.
    private var propertiesType: DeclSyntax {
        let members = properties.map { property in
            let documentation = property.documentation("The property behind ``\(name)/\(property.plainName)``.")
            let start = "\(documentation)\(property.writing.prefix)let \(property.name)"
            return property.type.map { "\(start): \(moduleName).Property<\($0)>" }
                ?? "\(start): \(moduleName).Property = .init(\(property.arguments))"
        }
        let typed = properties.compactMap { property in property.type.map { (property.name, $0) } }
        // Without labels: the compiler warns of backticks around one that does not need them.
        let parameters = typed.map { "_ \($0): \(moduleName).Property<\($1)>" }.joined(separator: ", ")
        let assignments = typed.map { "self.\($0.0) = \($0.0)" }.joined(separator: "\n")
        return """
            \(raw: documentation("The properties of ``\(name)`` as objects, one for each variable."))\
            nonisolated \(raw: access.prefix)struct Properties: Sendable {
            \(raw: members.joined(separator: "\n"))
            fileprivate init(\(raw: parameters)) {
            \(raw: assignments)
            }
            }
            """
    }

    private func documentation(_ text: String) -> String {
        access.isPublic ? "/// \(text)\n" : ""
    }
}

extension ContainerProperty {
    /// The arguments that make the property.
    var arguments: String {
        key == nil
            ? "transient: \(String(reflecting: plainName)), default: \(value)"
            : "stored: Keys.\(name), default: \(value)"
    }

    fileprivate func documentation(_ text: String) -> String {
        reading.isPublic ? "/// \(text)\n" : ""
    }
}
