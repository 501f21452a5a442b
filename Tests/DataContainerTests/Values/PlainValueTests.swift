import Foundation
import Testing

@testable import DataContainer

@Suite("Plain values are stored as the table says and come back exactly")
struct PlainValueTests {
    static let integers: [Sample] = [
        Sample(true, .bool(true)), Sample(false, .bool(false)),
        Sample(0, .integer(0)), Sample(Int.min, .integer(.min)), Sample(Int.max, .integer(.max)),
        Sample(Int8.min, .integer(-128)), Sample(Int16.min, .integer(-32768)),
        Sample(Int32.max, .integer(2_147_483_647)),
        Sample(Int64.min, .integer(.min)), Sample(Int64.max, .integer(.max)),
        Sample(UInt8.max, .integer(255)), Sample(UInt16.max, .integer(65535)),
        Sample(UInt32.max, .integer(4_294_967_295)),
        Sample(UInt64(Int64.max), .integer(.max)), Sample(UInt64(Int64.max) + 1, .text("9223372036854775808")),
        Sample(UInt64.max, .text("18446744073709551615")), Sample(UInt.max, .text("18446744073709551615")),
    ]

    @Test(arguments: integers)
    func integer(_ sample: Sample) throws { try sample.run() }

    @Test func wideIntegers() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try Sample(Int128(5), .integer(5)).run()
        try Sample(Int128.min, .text("-170141183460469231731687303715884105728")).run()
        try Sample(UInt128.max, .text("340282366920938463463374607431768211455")).run()
        try Sample([Int128.min], .json("[-170141183460469231731687303715884105728]")).run()
    }

    static let doubles: [(UInt64, StoredValue?)] = [
        (0x0000_0000_0000_0000, .real(0)), (0x8000_0000_0000_0000, .real(-0.0)),
        (0x0000_0000_0000_0001, .real(.leastNonzeroMagnitude)),
        (0x3FB9_9999_9999_999A, .real(0.1)), (0x7FEF_FFFF_FFFF_FFFF, .real(.greatestFiniteMagnitude)),
        (0x7FF0_0000_0000_0000, .text("inf")), (0xFFF0_0000_0000_0000, .text("-inf")),
        (0x7FF8_0000_0000_0000, .text("nan")), (0xFFF8_0000_0000_0000, .text("-nan")),
        (0x7FF8_0000_0000_0001, .text("nan(0x1)")), (0x7FF0_0000_0000_0001, .text("snan(0x1)")),
        (0xFFF4_0000_0000_0000, .text("-snan(0x4000000000000)")),
        (0xFFF7_FFFF_FFFF_FFFF, .text("-snan(0x7ffffffffffff)")),
        (0x7FFF_FFFF_FFFF_FFFF, .text("nan(0x7ffffffffffff)")),
    ]

    @Test(arguments: doubles)
    func double(_ pattern: UInt64, _ stored: StoredValue?) throws {
        try Sample(Double(bitPattern: pattern), stored, bits: \.bitPattern).run()
        // Inside JSON, a NaN is a NaN: its sign and payload are not kept.
        let inJSON = Double(bitPattern: pattern).isNaN ? Double.nan.bitPattern : pattern
        #expect(try roundTrip([Double(bitPattern: pattern)]).map(\.bitPattern) == [inJSON])
        let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: pattern))
        let dateStored: StoredValue? = if case .real(let seconds)? = stored { .date(seconds) } else { stored }
        try Sample(date, dateStored) { $0.timeIntervalSinceReferenceDate.bitPattern }.run()
        #expect(try roundTrip([date]).map(\.timeIntervalSinceReferenceDate.bitPattern) == [inJSON])
    }

    @Test(
        arguments: [
            0x0000_0000, 0x8000_0000, 0x0000_0001, 0x3DCC_CCCD, 0x7F7F_FFFF, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000,
            0xFFC0_0000,
            0x7F80_0001, 0x7FFF_FFFF, 0x4B80_0001,
        ] as [UInt32])
    func float(_ pattern: UInt32) throws {
        #expect(try roundTrip(Float(bitPattern: pattern)).bitPattern == pattern)
        let inJSON = Float(bitPattern: pattern).isNaN ? Float.nan.bitPattern : pattern
        #expect(try roundTrip([Float(bitPattern: pattern)]).map(\.bitPattern) == [inJSON])
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test func everyFloat16() throws {
        for pattern in UInt16.min...UInt16.max {
            let back = try roundTrip(Float16(bitPattern: pattern))
            try #require(back.bitPattern == pattern, "\(pattern)")
        }
    }
    #endif

    @Test func randomNumbers() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            let pattern = generator.next()
            let number = Double(bitPattern: pattern)
            try #require(try roundTrip(number).bitPattern == pattern, "\(pattern)")
            let inJSON = number.isNaN ? Double.nan.bitPattern : pattern
            try #require(try roundTrip(["x": number])["x"]?.bitPattern == inJSON, "\(pattern)")
            let short = Float(bitPattern: UInt32(truncatingIfNeeded: pattern))
            let shortInJSON = short.isNaN ? Float.nan.bitPattern : short.bitPattern
            try #require(try roundTrip([short]).first?.bitPattern == shortInJSON, "\(short)")
            try #require(try roundTrip(pattern) == pattern)
            try #require(try roundTrip([Int64(bitPattern: pattern)]) == [Int64(bitPattern: pattern)])
        }
    }

    static let texts = [
        "", "a", "\u{0}", "a\u{0}b", "e\u{301}", "\u{E9}", "\u{212B}", "\r\n", "\u{2028}\u{FEFF}", "👩‍👩‍👧‍👦🇩🇪",
        "\u{10FFFF}\u{FFFE}",
        "nan", "null", "\"\\/\u{7F}\u{1}\u{1F}\t\n\r\u{8}\u{C}", "{\"some\":null}", "\u{301}", " 5 ",
    ]

    @Test(arguments: texts)
    func text(_ text: String) throws {
        try Sample(text, .text(text), bits: bytes).run()
        #expect(bytes(try roundTrip([text])[0]) == bytes(text))
        let back = try roundTrip([text: text])
        #expect(back.map { bytes($0.key) + bytes($0.value) } == [bytes(text) + bytes(text)])
        #expect(bytes(try roundTrip(Optional(text)) ?? "?") == bytes(text))
    }

    @Test(arguments: ["a", "\u{0}", "e\u{301}", "\r\n", "👩‍👩‍👧‍👦"] as [Character])
    func character(_ character: Character) throws {
        #expect(bytes(String(try roundTripCharacter(character))) == bytes(String(character)))
    }

    /// `Character` is not `Codable`, but it may be a raw value.
    private func roundTripCharacter(_ character: Character) throws -> Character {
        struct Grade: RawRepresentable, Codable { var rawValue: Character.Text }
        return try roundTrip(Grade(rawValue: .init(rawValue: character))).rawValue.rawValue
    }

    static let foundation: [Sample] = [
        Sample(Data(), .data(Data())), Sample(Data([0, 255]), .data(Data([0, 255]))),
        Sample([Data([0, 255])], .json(#"["AP8="]"#)), Sample([Data()], .json(#"[""]"#)),
        Sample(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), .text("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
        Sample(URL(string: "https://example.org/a%20b?q=%C3%A9#f"), .text("https://example.org/a%20b?q=%C3%A9#f")),
        Sample(URL(string: "relative"), .text("relative")),
        Sample(URL(filePath: "/tmp/a b/", directoryHint: .isDirectory), .text("file:///tmp/a%20b/")),
        Sample(
            URL(string: "x", relativeTo: URL(string: "https://a/b/")),
            .json(#"{"base":"https://a/b/","relative":"x"}"#)),
        Sample(CGFloat(0.1), .real(0.1)),
    ]

    @Test(arguments: foundation)
    func foundationType(_ sample: Sample) throws { try sample.run() }

    @Test(arguments: [
        "0", "-1.1", "99999999999999999999999999999999999999", "-0.00000000000000000000000000000000000001",
        "340282366920938463463374607431768211455", "12345678901234567890.123456789012345678", "nan",
    ])
    func decimal(_ text: String) throws {
        let value = text == "nan" ? Decimal.nan : try #require(Decimal(string: text))
        try Sample(value, .text(text)).run()
        if text != "nan" { #expect(try roundTrip([value]) == [value]) }
    }

    @Test(arguments: [Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi])
    func extremeDecimal(_ value: Decimal) throws {
        #expect(try roundTrip(value) == value)
        #expect(try roundTrip([value]) == [value])
    }

    static let rawValues: [Sample] = [
        Sample(Color.red, .text("red")), Sample(Color.empty, .text("")), Sample(Color.none, .text("null")),
        Sample(Optional(Color.none), .text("null")),
        Sample(Level(rawValue: .max), .text("18446744073709551615")), Sample(Level(rawValue: 3), .integer(3)),
        Sample(Outer(rawValue: Level(rawValue: 3)), .integer(3)), Sample(Flags(rawValue: 6), .integer(6)),
        Sample([Color.red], .json(#"["red"]"#)),
    ]

    @Test(arguments: rawValues)
    func rawValue(_ sample: Sample) throws { try sample.run() }
}

extension Character {
    /// A raw value that is a character.
    struct Text: RawRepresentable, Codable, Sendable {
        var rawValue: Character

        init(rawValue: Character) { self.rawValue = rawValue }
        init(from decoder: any Decoder) throws { throw NoError() }
        func encode(to encoder: any Encoder) throws { throw NoError() }
    }
}
