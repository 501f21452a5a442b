import SwiftSyntaxMacros

// The one file that knows where swift-syntax comes from: see Package.swift.

#if canImport(SwiftCompilerPlugin)
import SwiftCompilerPlugin

@main
struct DataContainerPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = macroTypes
}
#else
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

@main
struct DataContainerPlugin: PluginProvider {
    static func main() throws {
        let connection = try StandardIOMessageConnection()
        try CompilerPluginMessageListener(connection: connection, provider: DataContainerPlugin()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        guard let macro = macroTypes.first(where: { String(describing: $0) == typeName }) else {
            throw UnknownMacro(name: typeName)
        }
        return macro
    }
}

private struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "DataContainerMacros has no macro '\(name)'" }
}
#endif
