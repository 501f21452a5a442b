/// What the terminal shows at one moment.
struct Frame: Equatable {
    /// The size of a terminal, in characters.
    struct Size: Equatable {
        var rows: Int
        var columns: Int
    }

    enum Style: Equatable {
        case plain, bold, dim
    }

    /// A piece of a row. Rows and columns count from 0.
    struct Span: Equatable {
        var row: Int
        var column: Int
        var text: String
        var style: Style
    }

    let size: Size
    private(set) var spans: [Span] = []
    private(set) var cursor = (row: 0, column: 0)

    init(size: Size) {
        self.size = size
    }

    /// Puts text at a place, without what would move the cursor, and cuts off what does not fit.
    mutating func put(_ text: String, row: Int, column: Int = 0, style: Style = .plain) {
        guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
        let text = String(String.UnicodeScalarView(text.unicodeScalars.filter(\.isText)))
            .prefix(columns: size.columns - column)
        if !text.isEmpty {
            spans.append(Span(row: row, column: column, text: text, style: style))
        }
    }

    /// Puts the cursor at a place, or as near as the terminal has.
    mutating func putCursor(row: Int, column: Int) {
        cursor = (min(max(row, 0), size.rows - 1), min(max(column, 0), size.columns - 1))
    }

    /// What to send to the terminal.
    ///
    /// Each span is placed by its row and column and not by what stands before it: terminals differ over how wide some
    /// emoji are, and the border stays where it is nevertheless.
    var bytes: [UInt8] {
        var output = "\u{1B}[?25l\u{1B}[2J"
        for span in spans {
            output += "\u{1B}[\(span.row + 1);\(span.column + 1)H"
            switch span.style {
            case .plain: output += span.text
            case .bold: output += "\u{1B}[1m\(span.text)\u{1B}[0m"
            case .dim: output += "\u{1B}[2m\(span.text)\u{1B}[0m"
            }
        }
        output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
        return Array(output.utf8)
    }

    static func == (left: Frame, right: Frame) -> Bool {
        left.size == right.size && left.spans == right.spans && left.cursor == right.cursor
    }
}
