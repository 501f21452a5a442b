import SwiftSyntaxMacros

/// The macros that the plugin provides.
var macroTypes: [any Macro.Type] {
    [DataContainerMacro.self, StoredMacro.self, TransientMacro.self]
}
