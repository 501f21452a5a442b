/// The app in a terminal: keys in, frames out.
struct TerminalFrontEnd {
    let app: App
    /// What was told on standard error last, to be shown below the field.
    var problem: String?

    /// What the program does after a key, besides drawing.
    enum Effect: Equatable {
        case none, interrupt, suspend, quit
    }

    init(app: App) {
        self.app = app
    }

    /// Does what a key asks.
    func press(_ key: Key) -> Effect {
        switch key {
        case .typed("q") where !app.screen.textField.isEditing:
            return .quit
        case .typed(let scalar):
            edit { $0.unicodeScalars.append(scalar) }
        case .pasted(let text):
            edit { $0 += text }
        case .backspace:
            edit { _ = $0.popLast() }
        case .return:
            if app.screen.textField.isEditing { app.endEditing() } else { edit { _ in } }
        case .tab:
            app.next()
        case .redraw:
            break
        case .interrupt:
            return .interrupt
        case .suspend:
            app.endEditing()
            return .suspend
        case .endOfInput:
            app.endEditing()
            return .quit
        }
        return .none
    }

    private func edit(_ change: (inout String) -> Void) {
        app.screen.textField.isEditing = true
        change(&app.screen.textField.text)
    }

    /// The picture of the present screen.
    func frame(size: Frame.Size) -> Frame {
        var frame = Frame(size: size)
        let isBordered = size.rows >= 5 && size.columns >= 12
        let isRoomy = isBordered && size.rows >= 9 && size.columns >= 24
        let margin = isRoomy ? 2 : 0
        var row = isRoomy ? 1 : 0
        if size.rows > 1 {
            frame.put(app.screen.title, row: row, column: margin, style: .bold)
            row += isRoomy ? 2 : 1
        }
        if isBordered {
            drawBox(row: row, column: margin, width: min(size.columns - 2 * margin, 44), in: &frame)
            row += 3
        } else {
            drawField(row: row, column: 0, width: size.columns, in: &frame)
            row += 1
        }
        var rest = problem ?? app.problem ?? ""
        while !rest.isEmpty, row < size.rows - 1 {
            let line = rest.prefix(columns: max(size.columns - 2 * margin, 2))
            frame.put(line, row: row, column: margin, style: .bold)
            rest.removeFirst(max(line.count, 1))
            row += 1
        }
        if row < size.rows {
            frame.put(keys(columns: size.columns - 2 * margin), row: size.rows - 1, column: margin, style: .dim)
        }
        return frame
    }

    private func drawBox(row: Int, column: Int, width: Int, in frame: inout Frame) {
        let line = String(repeating: "─", count: width - 2)
        let style = app.screen.textField.isEditing ? Frame.Style.bold : .plain
        frame.put("┌\(line)┐", row: row, column: column, style: style)
        frame.put("│", row: row + 1, column: column, style: style)
        drawField(row: row + 1, column: column + 2, width: width - 4, in: &frame)
        frame.put("│", row: row + 1, column: column + width - 1, style: style)
        frame.put("└\(line)┘", row: row + 2, column: column, style: style)
    }

    /// Draws the end of the text, and the cursor behind it.
    private func drawField(row: Int, column: Int, width: Int, in frame: inout Frame) {
        var text = app.screen.textField.text.suffix(columns: width - 1)
        // A mark that has no letter to stand on would join the border.
        if text.first?.columns == 0 { text = "◌".prefix(columns: width - 1 - text.columns) + text }
        frame.put(text, row: row, column: column)
        frame.putCursor(row: row, column: column + text.columns)
    }

    /// The line of keys, in the longest form that fits.
    private func keys(columns: Int) -> String {
        let forms =
            app.screen.textField.isEditing
            ? [
                "Return done   Backspace erase   Tab other screen   Ctrl-Z background   Ctrl-D quit",
                "Return done   Tab other   ^Z background   ^D quit",
                "Return Tab ^Z ^D",
            ]
            : [
                "Type to edit   Tab other screen   Ctrl-Z background   q quit",
                "Tab other   ^Z background   q quit",
                "Tab ^Z q",
            ]
        return forms.first { $0.columns <= columns } ?? forms[forms.count - 1]
    }
}
