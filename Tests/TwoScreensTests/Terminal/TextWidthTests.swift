import Testing

@testable import TwoScreens

@Suite("How wide text is")
struct TextWidthTests {
    @Test(
        "Columns of a character",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2),
            ("❤", 1), ("❤\u{FE0F}", 2), ("1", 1), ("1\u{FE0F}\u{20E3}", 2), ("\u{301}", 0), ("ا", 1), ("𠀋", 2),
            ("─", 1),
        ] as [(Character, Int)])
    func columns(_ character: Character, _ columns: Int) {
        #expect(character.columns == columns)
    }

    @Test("Beginnings and ends never cut a character in two")
    func cutting() {
        let text = "a日b😀c"
        #expect(text.columns == 7)
        #expect((0...8).map { text.prefix(columns: $0) } == ["", "a", "a", "a日", "a日b", "a日b", "a日b😀", text, text])
        #expect((0...8).map { text.suffix(columns: $0) } == ["", "c", "c", "😀c", "b😀c", "b😀c", "日b😀c", text, text])
    }
}
