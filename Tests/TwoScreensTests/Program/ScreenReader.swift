/// As much of a terminal as the sample uses: what its screen shows after it was sent some bytes.
struct ScreenReader {
    /// The cells, by row; the second cell of a wide character is empty.
    private var cells: [[String]]
    private var row = 0
    private var column = 0
    private var pending: [UInt8] = []
    /// The modes that are set, by number: 1049 is the other screen, 2004 the marks around pasted text.
    private(set) var modes: Set<Int> = [7, 25]

    init(rows: Int, columns: Int) {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The rows, without the blanks at their ends.
    var rows: [String] {
        cells.map { row in
            var text = row.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    mutating func resize(rows: Int, columns: Int) {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        // A scalar at the end may be cut: it waits for its rest.
        var end = pending.count
        if let lead = pending.lastIndex(where: { $0 & 0xC0 != 0x80 }), pending[lead] >= 0xC0 {
            let length = pending[lead] >= 0xF0 ? 4 : pending[lead] >= 0xE0 ? 3 : 2
            if lead + length > end { end = lead }
        }
        var rest = Array(String(decoding: pending[..<end], as: UTF8.self).unicodeScalars)[...]
        let cut = pending[end...]
        pending = []
        while let scalar = rest.first {
            if scalar == "\u{1B}" {
                guard let last = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0.value) }) else {
                    var unfinished = String.UnicodeScalarView()
                    unfinished.append(contentsOf: rest)
                    pending = Array(String(unfinished).utf8)
                    break
                }
                let parameters = String(String.UnicodeScalarView(rest[(rest.startIndex + 2)..<last]))
                control(Character(rest[last]), parameters)
                rest = rest[(last + 1)...]
            } else {
                rest.removeFirst()
                put(scalar)
            }
        }
        pending += cut
    }

    private mutating func control(_ final: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";").map { Int($0.drop { $0 == "?" }) ?? 0 }
        switch final {
        case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case "J": erase()
        // Going to the other screen or back: what was there is not remembered.
        case "h", "l":
            if numbers.contains(1049) { erase() }
            if final == "h" { modes.formUnion(numbers) } else { modes.subtract(numbers) }
        default: break
        }
    }

    private mutating func erase() {
        cells = cells.map { $0.map { _ in " " } }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": column = 0
        case "\n": row = min(row + 1, cells.count - 1)
        case _ where scalar.properties.generalCategory == .nonspacingMark || scalar == "\u{200D}":
            guard cells.indices.contains(row) else { return }
            let before = cells[row][..<min(column, cells[row].count)].lastIndex { !$0.isEmpty }
            if let before { cells[row][before].unicodeScalars.append(scalar) }
        default:
            let width =
                [0x1100..<0x1160, 0x2E80..<0xD800, 0xFF00..<0xFF61, 0x1F300..<0x1FB00]
                    .contains { $0.contains(Int(scalar.value)) } ? 2 : 1
            guard cells.indices.contains(row), column + width <= cells[row].count else { return }
            cells[row][column] = String(scalar)
            if width == 2 { cells[row][column + 1] = "" }
            column += width
        }
    }
}
