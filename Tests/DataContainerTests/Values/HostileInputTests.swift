import Foundation
import Testing

@testable import DataContainer

@Suite("Nothing that a store can hold stops the process")
struct HostileInputTests {
    static let types: [any (Codable & Sendable).Type] = [
        Bool.self, Int.self, Int8.self, UInt64.self, Double.self, Float.self, CGFloat.self, String.self, Data.self,
        Date.self,
        URL.self, UUID.self, Decimal.self, Color.self, Level.self, Outer.self, Flags.self, Int?.self, String??.self,
        [Int].self, [Double?].self, [String: Decimal].self, Point.self, Anything.self, Anything??.self, Chain.self,
        JSONValueTests.Mixed.self, JSONValueTests.Shape.self, [URL].self, [Data].self, [Date].self, [Float].self,
        ClosedRange<Int>.self, Place.self,
    ]

    /// Decodes, and stores what came out: that has to work, and to be the same the second time.
    private static func feed<Value: Codable & Sendable>(_ type: Value.Type, _ stored: StoredValue) throws {
        let coding = ValueCoding<Value>()
        guard let value = try? coding.decode(stored) else { return }
        guard let again = try coding.encode(value, default: value) else { return }
        #expect(try coding.encode(try coding.decode(again), default: value) == again, "\(type) \(stored.summary)")
    }

    private static func feedAll(_ stored: StoredValue) throws {
        for type in types { try feed(type, stored) }
    }

    static let texts = [
        "", " ", "{", "[", "\"", "\\", "[\"\\u", "[\"\\ud800", "[\"\\ud800\\", "[\"\\ud800\\u12",
        "[\"\\uD800\\uDC00\"]", "{\"a\"", "{\"a\":",
        "1e999", "-1e999", "[1e999999999999999999999]", "[1e-999999999999999999999]", "-", "-0", "0x10", "t", "nul",
        "truex",
        "{\"x\":1e400,\"y\":-1}", "[99999999999999999999999999]", "{\"some\":", "{\"some\":}", "{\"some\":null",
        "{\"some\":{\"none\":null}}",
        "\u{0}", "[\u{0}]", "\u{FEFF}{}", "{\"some\":\u{301}null}", "{\"\\u0000\":null}", "[\"\\u006ean\"]",
        "\"\\u002dinf\"", "[[], {}]",
        "{\"link\":{\"_0\":null}}", "{\"link\":1,\"end\":{}}", "[5,0]", "nan(0x)", "nan(0xg)", "snan(0x0)", "-",
        "--inf", "nan(0x-1)",
    ]

    @Test(arguments: texts)
    func text(_ text: String) throws {
        try Self.feedAll(.json(text))
        try Self.feedAll(.text(text))
    }

    @Test func numbersAndBytes() throws {
        for number in [
            0.0, -0.0, .nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, 0x1p63, -0x1p63, 0x1p64, 0.5,
        ] {
            try Self.feedAll(.real(number))
            try Self.feedAll(.date(number))
        }
        for number in [Int64.min, -1, 0, 1, .max] { try Self.feedAll(.integer(number)) }
        for bytes in [Data(), Data([0xFF, 0xFE])] { try Self.feedAll(.data(bytes)) }
    }

    /// Mutations of valid texts get further into the code than noise does. The seed is fixed: a failure can be repeated.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomGarbage(_ seed: UInt64) throws {
        var random = Random(state: seed)
        let pieces =
            Self.texts + [
                "null", "true", "{\"x\":1,\"y\":2}", "[1,2.5,\"a\\n\\u00e9\",null,{}]", ":", ",", "]", "}", "\\u", "e",
                ".", "\u{301}",
                "{\"a\":18446744073709551615,\"b\":\"x\",\"date\":0.5,\"empty\":[]}", "{\"circle\":{\"radius\":",
                "18446744073709551616",
                "{\"link\":{\"_0\":",
            ]
        for _ in 0..<400 {
            var bytes: [UInt8] = []
            for _ in 0..<random.below(4) + 1 { bytes += Array(pieces[random.below(pieces.count)].utf8) }
            for _ in 0..<random.below(4) where !bytes.isEmpty {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(random.below(128)), at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            try Self.feedAll(.json(text))
            try Self.feedAll(.text(text))
        }
    }

    @Test(arguments: ["[", "{\"some\":", "{\"link\":{\"_0\":", "{\"a\":["])
    func hugeNesting(_ opening: String) throws {
        let text = String(repeating: opening, count: 200_000)
        try Self.feedAll(.json(text))
        try Self.feedAll(.json(text + "null" + String(repeating: opening.hasPrefix("[") ? "]" : "}", count: 200_000)))
    }

    @Test("The deepest value that is accepted fits on a small stack; a deeper one is refused, in both directions")
    func nesting() throws {
        try onSmallStack {
            let deepest = Chain.of((JSONFault.maximumDepth - 2) / 2)
            #expect(try roundTrip(deepest) == deepest)
            let deeper = Chain.of(JSONFault.maximumDepth)
            let error = try valueError { _ = try ValueCoding<Chain>().encode(deeper, default: deeper) }
            #expect(error.reason.contains("nested deeper than 128 levels"))
            let text = String(repeating: #"{"link":{"_0":"#, count: 100) + "null" + String(repeating: "}}", count: 100)
            let refusal = try valueError { _ = try ValueCoding<Chain>().decode(.json(text)) }
            #expect(refusal.reason.contains("nested deeper than 128 levels"))
        }
    }

    @Test("What Foundation would write but not read back is refused before it takes the place of what can be read")
    func notANumber() throws {
        let error = try valueError { _ = try ValueCoding<[Decimal]>().encode([.nan], default: []) }
        #expect(error.reason.contains("not a number"))
        #expect(try roundTrip(["N"]) == ["N"])
        #expect(try roundTrip(["\\\"[[[N"]) == ["\\\"[[[N"])
    }
}

/// A small generator with a seed.
struct Random {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}

/// Runs `body` on a thread with the half a megabyte of stack that secondary threads have on Apple systems.
private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let result = Lock<Result<Void, any Error>>(.success(()))
    let thread = Thread {
        let outcome = Result { try body() }
        result.withLock { $0 = outcome }
        done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    try result.withLock { $0 }.get()
}
