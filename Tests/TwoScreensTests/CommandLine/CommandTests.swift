import Testing

@testable import TwoScreens

@Suite("Commands")
struct CommandTests {
    @Test(
        "Lines that are understood",
        arguments: [
            ("edit 5", .edit("5")), ("edit", .edit("")), ("edit ", .edit("")), ("edit  5 ", .edit(" 5 ")),
            ("edit\t5", .edit("5")), ("edit next", .edit("next")), ("edit \u{301}5", .edit("\u{301}5")),
            ("edit 日本 語", .edit("日本 語")), ("next", .next), ("next \t", .next), ("background", .background),
            ("quit", .quit), ("", nil), (" \t ", nil),
        ] as [(String, Command?)])
    func understood(_ line: String, as command: Command?) throws {
        #expect(try Command(line) == command)
    }

    @Test(
        "Lines that are refused",
        arguments: ["foo", "Next", "next 5", " next", "edit5", "editing 5", "quit now", "-", "next\u{301}", "\u{FFFD}"])
    func refused(_ line: String) {
        let error = #expect(throws: UsageError.self) { try Command(line) }
        #expect(error?.description.hasPrefix("unknown command: '\(line)'") == true)
    }
}

@Suite("Lines")
struct LineReaderTests {
    /// Reads all lines of bytes that arrive in the given pieces.
    private func lines(_ pieces: [[UInt8]]) throws -> [String] {
        var rest = pieces[...]
        var reader = LineReader { rest.popFirst() ?? [] }
        var lines: [String] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test(
        "Lines end with LF or CR LF, the last perhaps with neither, wherever the reads are cut",
        arguments: [
            ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\r\n", ["a", "b"]), ("a\nb\r", ["a", "b"]),
            ("a\rb\n", ["a\rb"]), ("\n\na\u{2028}b\u{85}\n", ["", "", "a\u{2028}b\u{85}"]), ("é\r\n日", ["é", "日"]),
        ])
    func lineEnds(_ input: String, _ expected: [String]) throws {
        let bytes = Array(input.utf8)
        #expect(try lines([bytes].filter { !$0.isEmpty }) == expected)
        #expect(try lines(bytes.map { [$0] }) == expected)
    }

    @Test("Bytes that are no UTF-8 are replaced")
    func invalid() throws {
        #expect(try lines([[0x65, 0xFF, 0x0A, 0xC3], [0x0A]]) == ["e\u{FFFD}", "\u{FFFD}"])
    }

    @Test("A failure to read is no end")
    func failure() throws {
        var reader = LineReader { () throws(SystemError) in throw SystemError("cannot read") }
        #expect(throws: SystemError.self) { try reader.next() }
    }

    @Test("A line longer than any buffer arrives whole")
    func long() throws {
        let line = String(repeating: "x", count: 100_000)
        #expect(try lines(Array("\(line)\nend".utf8).chunks(of: 4096)) == [line, "end"])
    }
}

extension Array {
    fileprivate func chunks(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
