import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import DataContainerMacros

/// What the macros make of some source, in this process and without a compiler.
struct Expansion {
    /// The source after expansion.
    let text: String
    /// What was reported, in the order of the source.
    let reports: [Report]

    init(of source: String) {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "Tests", fullFilePath: "Tests.swift")])
        let expanded = file.expand(
            macroSpecs: [
                "DataContainer": MacroSpec(
                    type: UnqualifiedDataContainerMacro.self, conformances: ["DataContaining", "Sendable"]),
                "Stored": MacroSpec(type: StoredMacro.self),
                "Transient": MacroSpec(type: TransientMacro.self),
            ],
            contextGenerator: { node in
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
            },
            indentationWidth: .spaces(4))
        text = expanded.description
        reports = context.diagnostics
            .map { Report($0, source: source, in: context) }
            .sorted { ($0.place, $0.id) < ($1.place, $1.id) }
    }
}

extension Expansion {
    /// The expansion on one line, with single spaces, so that a test does not depend on where lines are broken.
    var line: String { text.onOneLine }

    /// Whether the expansion holds this code, broken into lines in any way.
    func contains(_ code: String) -> Bool { line.contains(code.onOneLine) }
}

extension String {
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// One diagnostic, in a form that a test can write down.
struct Report {
    let id: String
    let message: String
    let severity: DiagnosticSeverity
    /// Where it points.
    let place: Place
    /// The source at that place, up to the end of the node.
    let token: String
    /// The notes: what the source is that they point at.
    let notes: [String]
    /// The source after each of the fix-its.
    let fixes: [(title: String, result: String)]

    init(_ diagnostic: Diagnostic, source: String, in context: BasicMacroExpansionContext) {
        id = (diagnostic.diagMessage as? Fault)?.id ?? "\(diagnostic.diagnosticID)"
        message = diagnostic.message
        severity = diagnostic.diagMessage.severity
        place = Place(of: diagnostic.position, in: diagnostic.node, context)
        token = diagnostic.node.trimmedDescription
        notes = diagnostic.notes.map { note in
            "\(Place(of: note.position, in: note.node, context).line): \(note.node.trimmedDescription)"
        }
        fixes = diagnostic.fixIts.map { fixIt in
            (fixIt.message.message, source.applying(fixIt, in: context))
        }
    }
}

/// A line and a column, both counted from 1.
struct Place: Comparable, CustomStringConvertible {
    let line: Int
    let column: Int

    init(of position: AbsolutePosition, in node: Syntax, _ context: BasicMacroExpansionContext) {
        let location = context.location(for: position, anchoredAt: node, fileName: "Tests.swift")
        line = location.line
        column = location.column
    }

    var description: String { "\(line):\(column)" }

    static func < (left: Place, right: Place) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension String {
    /// The source with the edits of a fix-it made.
    fileprivate func applying(_ fixIt: FixIt, in context: BasicMacroExpansionContext) -> String {
        var bytes = Array(utf8)
        // From the end to the start, so that one edit does not move the next.
        for (old, new) in fixIt.changes.compactMap(\.replacement).reversed() {
            let start = context.location(for: old.position, anchoredAt: old, fileName: "Tests.swift").offset
            bytes.replaceSubrange(start..<(start + old.totalLength.utf8Length), with: new.description.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension FixIt.Change {
    /// The only kind of change that these macros make.
    fileprivate var replacement: (old: Syntax, new: Syntax)? {
        guard case .replace(let old, let new) = self else { return nil }
        return (old, new)
    }
}
