import Foundation
import Testing

@testable import DataContainer

@Suite("Errors name the expected type, what was found and why")
struct ValueErrorTests {
    private func decoding<Value: Codable & Sendable>(_ type: Value.Type, _ stored: StoredValue) throws -> String {
        try valueError { _ = try ValueCoding<Value>().decode(stored) }.description
    }

    private func encoding<Value: Codable & Sendable>(_ value: Value) throws -> String {
        try valueError { _ = try ValueCoding<Value>().encode(value, default: value) }.description
    }

    @Test func decodingErrors() throws {
        #expect(
            try decoding(Int.self, .text("abc"))
                == "expected Int, found text \"abc\": only an integer of this type's range that exceeds 64 bits is stored as text"
        )
        #expect(
            try decoding(Int8.self, .integer(128))
                == "expected Int8, found integer 128: the number is outside -128...127")
        #expect(try decoding(Int.self, .real(0.5)) == "expected Int, found real 0.5: the number is not integral")
        #expect(
            try decoding(Int.self, .real(1e300)).hasSuffix(
                "the number is outside -9223372036854775808...9223372036854775807"))
        #expect(
            try decoding(Data.self, .date(1.5))
                == "expected Data, found date 1.5: the kind date is not converted to this type")
        #expect(
            try decoding(Int?.self, .data(Data([1])))
                == "expected Int?, found data of 1 byte: the kind data is not converted to this type")
        #expect(
            try decoding(Color.self, .text("pink"))
                == "expected Color, found text \"pink\": no value of this type has that raw value")
        #expect(
            try decoding(Color.self, .integer(1))
                == "expected Color, found integer 1: its raw value is of type String, "
                + "and the kind integer is not converted to this type")
        #expect(
            try decoding(Point.self, .json(#"{"x":1}"#)).hasPrefix(#"expected Point, found json "{\"x\":1}": "#))
        #expect(
            try decoding([Point].self, .json(#"[{"x":1,"y":"no"}]"#)).contains("at Index 0.y: "))
        #expect(try decoding([Int].self, .json("[1 2]")).hasPrefix(#"expected Array<Int>, found json "[1 2]": "#))
    }

    @Test func whatWasFoundIsShortened() throws {
        let long = String(repeating: "a", count: 1_000_000)
        #expect(try decoding(Int.self, .text(long)).count < 200)
        let combined = "e" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(try decoding(Int.self, .text(combined)).unicodeScalars.count < 400)
        #expect(StoredValue.text("a\u{0}\n\u{1B}[2J").summary == #"text "a\0\n\u{1B}[2J""#)
    }

    struct Refusal: Error, CustomStringConvertible {
        var description: String { "no ink" }
    }

    struct Refusing: Codable, Sendable {
        init() {}
        init(from decoder: any Decoder) throws { throw Refusal() }
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    @Test func aUsersCodeThatThrows() throws {
        #expect(try encoding(Refusing()) == "a value of type Refusing cannot be stored: its Codable code threw no ink")
        #expect(try encoding([Refusing()]).hasSuffix("its Codable code threw no ink"))
        #expect(
            try decoding(Refusing.self, .json("1"))
                == "expected Refusing, found json \"1\": its Codable code threw no ink")
        let error = try valueError { _ = try ValueCoding<Refusing>().encode(Refusing(), default: Refusing()) }
        #expect(error.cause is Refusal)
        #expect(error.found == nil)
    }

    struct Misusing: Codable, Sendable {
        var misuse: @Sendable (any Encoder) throws -> Void
        init(_ misuse: @escaping @Sendable (any Encoder) throws -> Void) { self.misuse = misuse }
        init(from decoder: any Decoder) throws { throw Refusal() }
        func encode(to encoder: any Encoder) throws { try misuse(encoder) }
    }

    @Test func aUsersCodeThatEncodesNothing() throws {
        #expect(try encoding(Misusing { _ in }).contains("did not encode any values"))
        #expect(try encoding(Misusing { _ = $0.singleValueContainer() }).contains("did not encode any values"))
    }
}
