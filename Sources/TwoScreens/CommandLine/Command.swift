/// One line of the input, when there is no terminal.
enum Command: Equatable {
    case edit(String)
    case next
    case background
    case quit

    /// Reads a line.
    ///
    /// What follows `edit` and one blank is the text, to the letter: `Int` decides what is an integer.
    ///
    /// - Returns: The command, or `nil` for an empty line.
    init?(_ line: String) throws(UsageError) {
        // Looked at scalar by scalar: a combining mark at the start of the text is one `Character` with the blank.
        let scalars = line.unicodeScalars
        let word = String(scalars.prefix { !Self.isBlank($0) })
        let text = String(scalars.dropFirst(word.unicodeScalars.count).dropFirst())
        let hasText = !text.unicodeScalars.allSatisfy(Self.isBlank)
        switch word {
        case "edit": self = .edit(text)
        case "next" where !hasText: self = .next
        case "background" where !hasText: self = .background
        case "quit" where !hasText: self = .quit
        case "" where !hasText: return nil
        default: throw UsageError("unknown command: '\(line)'. Known are: edit TEXT, next, background, quit.")
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t"
    }
}
