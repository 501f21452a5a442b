import SwiftSyntax
import SwiftSyntaxBuilder

extension Container {
    func initializers(storeName: String) -> [DeclSyntax] {
        [storeInitializer] + (hasPlainInitializer ? [] : [plainInitializer(storeName)]) + [designatedInitializer]
    }

    private var storeInitializer: DeclSyntax {
        """
        \(raw: storeDocumentation)\
        \(raw: access.prefix)convenience init(
            store: some \(raw: moduleName).Store,
            saving: \(raw: moduleName).SavingPolicy = .automatic,
            lifecycle: \(raw: moduleName).Lifecycle = .automatic,
            onError: (@Sendable (\(raw: moduleName).ContainerError) -> Void)? = nil
        ) {
            self.init(_handle: .init(store: store, saving: saving, lifecycle: lifecycle, onError: onError))
        }
        """
    }

    private func plainInitializer(_ storeName: String) -> DeclSyntax {
        """
        \(raw: plainDocumentation)\
        \(raw: overridesInitializer ? "override " : "")\(raw: access.prefix)convenience init() {
            self.init(store: .standard(name: \(raw: String(reflecting: storeName))))
        }
        """
    }

    // The default values are evaluated here and not in the initializers above, so that no name of a parameter hides a
    // name that a default value refers to. One statement each, because the compiler's work grows faster than the
    // length of an expression.
    private var designatedInitializer: DeclSyntax {
        let typed = properties.compactMap { property in
            property.type.map {
                "let \(property.name): \(moduleName).Property<\($0)> = .init(\(property.arguments))"
            }
        }
        let arguments = properties.filter { $0.type != nil }.map(\.name)
        let registrations = properties.map { "_handle.register(properties.\($0.name))" }
        let lines =
            typed + ["let properties = Properties(\(arguments.joined(separator: ", ")))"]
            + ["self.properties = properties", "self._handle = _handle"]
            + (overridesInitializer ? ["super.init()"] : []) + registrations + ["_handle.start()"]
        return """
            private init(_handle: \(raw: moduleName).ContainerHandle) {
            \(raw: lines.joined(separator: "\n"))
            }
            """
    }

    private var storeDocumentation: String {
        guard access.isPublic else { return "" }
        return """
            /// Makes a container whose values are loaded from a store and saved to it.
            ///
            /// - Parameters:
            ///   - store: Where the values are saved.
            ///   - saving: When changes are saved.
            ///   - lifecycle: Whether changes are also saved when the app enters the background or ends.
            ///   - onError: Called when values could not be loaded or saved.

            """
    }

    private var plainDocumentation: String {
        guard access.isPublic else { return "" }
        return """
            /// Makes a container whose values are saved in a file at the standard place.

            """
    }
}
