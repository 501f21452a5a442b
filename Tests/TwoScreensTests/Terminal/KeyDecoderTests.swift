import Testing

@testable import TwoScreens

@Suite("Bytes of a terminal become keys")
struct KeyDecoderTests {
    private static func typed(_ text: String) -> [Key] {
        text.unicodeScalars.map { .typed($0) }
    }

    static let cases: [(input: String, keys: [Key])] = [
        ("a7", typed("a7")),
        ("é日😀", typed("é日😀")),
        ("e\u{301}", typed("e\u{301}")),
        ("\u{7F}\u{8}", [.backspace, .backspace]),
        ("\r", [.return]), ("\n", [.return]), ("\r\n", [.return]), ("\r\r", [.return, .return]),
        ("\t", [.tab]), ("\u{3}\u{4}\u{C}\u{1A}", [.interrupt, .endOfInput, .redraw, .suspend]),
        ("\u{0}\u{1}\u{1C}\u{1F}", []),
        // Arrows, function keys in their three ways, Home with modifiers, Alt and a letter, Shift-Tab.
        ("1\u{1B}[A\u{1B}[1;5D2", typed("12")),
        ("1\u{1B}OP\u{1B}[15~\u{1B}[[A2", typed("12")),
        ("1\u{1B}q\u{1B}[Z2", typed("12")),
        ("1\u{1B}é2", typed("1é2")),
        // Mice: the old way, whose coordinates look like letters, and the new.
        ("1\u{1B}[M qq2", typed("12")),
        ("1\u{1B}[<0;12;30M2", typed("12")),
        // Answers of the terminal: cursor, attributes, colour, and a text that ends with BEL.
        ("1\u{1B}[4;7R\u{1B}[?62;c\u{1B}]11;rgb:0/0/0\u{1B}\\2", typed("12")),
        ("1\u{1B}]0;title\u{7}2\u{1B}Pq#1\u{1B}\\3", typed("123")),
        // A sequence that is broken off by another, and by a key.
        ("1\u{1B}[1\u{1B}[A2\u{1B}[1\r", typed("12") + [.return]),
        ("\u{1B}\u{1B}[A1", typed("1")),
        // Pasted: text, whatever it holds.
        ("\u{1B}[200~4q\t2\r\n\u{3}\u{1B}[201~\r", [.pasted("4q2"), .return]),
        ("\u{1B}[200~e\u{301}日\u{1B}[31m!\u{1B}[201~", [.pasted("e\u{301}日!")]),
        ("\u{1B}[200~\u{1B}[201~1", typed("1")),
        ("\u{1B}[201~1", typed("1")),
        // What would move the cursor, or turn the text around, is no text.
        ("1\u{85}\u{9B}\u{202E}\u{2028}\u{FEFF}2", typed("12")),
        ("👨\u{200D}👩", typed("👨\u{200D}👩")),
    ]

    @Test("In one read", arguments: cases)
    func atOnce(_ input: String, _ keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(input.utf8) == keys)
        #expect(decoder.patience == nil)
    }

    @Test("Byte by byte", arguments: cases)
    func byteByByte(_ input: String, _ keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(input.utf8.flatMap { decoder.decode([$0]) } == keys)
    }

    @Test(
        "Bytes that are no UTF-8 become U+FFFD, and cost nothing that follows",
        arguments: [
            ([0xFF, 0x31], "\u{FFFD}1"), ([0x80, 0x31], "\u{FFFD}1"), ([0xC3, 0x31], "\u{FFFD}1"),
            ([0xE2, 0x82, 0x31], "\u{FFFD}1"), ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"),
            ([0xED, 0xA0, 0x80, 0x31], "\u{FFFD}\u{FFFD}\u{FFFD}1"),
        ] as [([UInt8], String)])
    func invalid(_ input: [UInt8], _ text: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(input) == Self.typed(text))
    }

    @Test("A broken scalar does not swallow the key after it")
    func brokenBeforeKey() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xE6, 0x97, 0x0D]) == [.typed("\u{FFFD}"), .return])
    }

    @Test("The Escape key alone is given up for soon, an unfinished sequence later, and typing goes on")
    func givingUp() {
        var decoder = KeyDecoder()
        #expect(decoder.patience == nil)
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.patience == 50)
        #expect(decoder.giveUp() == [])
        #expect(decoder.decode([0x71]) == [.typed("q")])
        #expect(decoder.decode("\u{1B}[12;".utf8) == [])
        #expect(decoder.patience == 1000)
        #expect(decoder.giveUp() == [])
        #expect(decoder.decode([0x41]) == [.typed("A")])
    }

    @Test("What was pasted is kept if its end does not come")
    func endlessPaste() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~42".utf8) == [])
        #expect(decoder.patience == 1000)
        #expect(decoder.giveUp() == [.pasted("42")])
        #expect(decoder.patience == nil)
    }
}
