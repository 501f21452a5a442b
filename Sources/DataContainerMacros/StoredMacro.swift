import SwiftSyntax
import SwiftSyntaxMacros

var macroTypes: [any Macro.Type] { [] }
