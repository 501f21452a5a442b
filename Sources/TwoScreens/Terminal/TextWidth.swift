extension Character {
    /// How many columns a terminal gives to the character: 1 or 2, or 0 for a combining mark that stands alone.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        let isEmoji =
            first.properties.isEmojiPresentation
            || (first.properties.isEmoji && unicodeScalars.contains { $0.value == 0xFE0F })
        if isEmoji || first.isWide { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }
}

extension Unicode.Scalar {
    /// Whether Unicode's East Asian Width is wide or fullwidth.
    fileprivate var isWide: Bool {
        switch value {
        case ..<0x1100: false
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF,
            0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension String {
    /// The longest beginning that fits into `columns`.
    func prefix(columns: Int) -> String {
        String(Self.fitting(self, columns: columns))
    }

    /// The longest end that fits into `columns`.
    func suffix(columns: Int) -> String {
        String(Self.fitting(reversed(), columns: columns).reversed())
    }

    /// How many columns the text takes.
    var columns: Int {
        reduce(0) { $0 + $1.columns }
    }

    private static func fitting(_ characters: some Sequence<Character>, columns: Int) -> [Character] {
        var left = columns
        return Array(
            characters.prefix { character in
                left -= character.columns
                return left >= 0
            })
    }
}
