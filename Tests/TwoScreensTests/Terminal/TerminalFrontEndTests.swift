import DataContainer
import Testing

@testable import TwoScreens

@Suite("Keys in, frames out")
struct TerminalFrontEndTests {
    let container = DataContainerSingleton(store: .memory, saving: .onBackground, lifecycle: .none)

    /// A front end whose first screen has appeared, with the value 7.
    private func started() -> TerminalFrontEnd {
        container.someInt = 7
        let app = App(container: container)
        app.appear()
        return TerminalFrontEnd(app: app)
    }

    /// Presses the keys that a terminal sends as `input`.
    private func press(_ input: String, in frontEnd: TerminalFrontEnd) -> [TerminalFrontEnd.Effect] {
        var decoder = KeyDecoder()
        return decoder.decode(input.utf8).map(frontEnd.press).filter { $0 != .none }
    }

    @Test(
        "Keys edit the field",
        arguments: [
            ("5", "75", true, 7), ("\u{7F}5", "5", true, 7), ("\u{7F}\u{7F}\u{7F}", "", true, 7),
            ("5\r", "75", false, 75),
            ("\u{7F}\r", "", false, nil), ("\r", "7", true, 7), ("\r\r", "7", false, 7), ("\rq", "7q", true, 7),
            ("x\r", "7x", false, nil), ("e\u{301}\u{7F}", "7", true, 7), ("👨\u{200D}👩\u{7F}", "7", true, 7),
            ("日本\u{7F}", "7日", true, 7), ("\u{1B}[200~q1\r2\u{1B}[201~", "7q12", true, 7), ("\u{1B}[A", "7", false, 7),
            ("5\t", "75", false, 75), ("5\t\t", "75", false, 75), ("5\u{1A}", "75", false, 75),
            ("5\u{4}", "75", false, 75),
            ("5\u{3}", "75", true, 7),
        ] as [(String, String, Bool, Int?)])
    func editing(_ input: String, text: String, isEditing: Bool, value: Int?) {
        let frontEnd = started()
        _ = press(input, in: frontEnd)
        #expect(frontEnd.app.screen.textField == TextField(text: text, isEditing: isEditing))
        #expect(container.someInt == value)
    }

    @Test(
        "Keys that concern the program",
        arguments: [
            ("q", [.quit]), ("1q", []), ("1\rq", [.quit]), ("\u{4}", [.quit]), ("1\u{4}", [.quit]),
            ("\u{3}", [.interrupt]),
            ("\u{1A}", [.suspend]), ("\tq", [.quit]), ("1\tq", [.quit]), ("Q\r", []),
        ] as [(String, [TerminalFrontEnd.Effect])])
    func effects(_ input: String, _ effects: [TerminalFrontEnd.Effect]) {
        #expect(press(input, in: started()) == effects)
    }

    @Test("Tab shows the other screen with the value that was edited")
    func tab() {
        let frontEnd = started()
        _ = press("5\t", in: frontEnd)
        #expect(picture(frontEnd, rows: 9, columns: 44)[1] == "  Second screen")
        #expect(picture(frontEnd, rows: 9, columns: 44)[4].hasPrefix("  │ 75  "))
    }

    /// The rows that a terminal of this size shows.
    private func picture(_ frontEnd: TerminalFrontEnd, rows: Int, columns: Int) -> [String] {
        var screen = ScreenReader(rows: rows, columns: columns)
        screen.feed(frontEnd.frame(size: Frame.Size(rows: rows, columns: columns)).bytes)
        return screen.rows
    }

    @Test("The picture")
    func picture() {
        let frontEnd = started()
        #expect(
            picture(frontEnd, rows: 9, columns: 44) == [
                "", "  First screen", "", "  ┌──────────────────────────────────────┐",
                "  │ 7                                    │", "  └──────────────────────────────────────┘", "", "",
                "  Tab other   ^Z background   q quit",
            ])
        #expect(frontEnd.frame(size: Frame.Size(rows: 9, columns: 44)).cursor == (4, 5))
    }

    @Test("A problem is told below the field, without what would garble the picture")
    func problem() {
        var frontEnd = started()
        frontEnd.problem = "not saved:\u{1B}[2J full"
        #expect(picture(frontEnd, rows: 9, columns: 44)[6] == "  not saved:[2J full")
        frontEnd.problem = "not saved: no space left"
        #expect(picture(frontEnd, rows: 9, columns: 24)[6...7] == ["  not saved: no space", "  left"])
    }

    @Test("Text longer than the field shows its end, and the cursor stays inside")
    func longText() {
        let frontEnd = started()
        _ = press("\u{7F}" + String(repeating: "日", count: 30) + "12", in: frontEnd)
        let frame = frontEnd.frame(size: Frame.Size(rows: 9, columns: 24))
        #expect(picture(frontEnd, rows: 9, columns: 24)[4] == "  │ 日日日日日日12   │")
        #expect(frame.cursor == (4, 18))
    }

    @Test("A mark without a letter does not join the border")
    func loneMark() {
        let frontEnd = started()
        _ = press("\u{7F}\u{301}", in: frontEnd)
        #expect(picture(frontEnd, rows: 9, columns: 24)[4] == "  │ ◌\u{301}                │")
    }

    @Test("Every size from 1x1 on has a picture that fits, with the value in it where there is room")
    func sizes() {
        var frontEnd = started()
        frontEnd.problem = "日日 not saved"
        frontEnd.app.screen.textField = TextField(text: "日7", isEditing: true)
        for rows in 1...12 {
            for columns in 1...50 {
                let frame = frontEnd.frame(size: Frame.Size(rows: rows, columns: columns))
                for span in frame.spans {
                    #expect(span.row < rows && span.column + span.text.columns <= columns)
                }
                #expect((0..<rows).contains(frame.cursor.row) && (0..<columns).contains(frame.cursor.column))
                if columns >= 4 {
                    #expect(picture(frontEnd, rows: rows, columns: columns)[frame.cursor.row].contains("日7"))
                }
            }
        }
    }
}
