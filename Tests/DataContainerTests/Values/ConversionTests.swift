import Foundation
import Testing

@testable import DataContainer

/// A stored value, and what a type makes of it.
struct Conversion: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable () throws -> Void

    init<Value: Codable & Sendable & Equatable>(_ stored: StoredValue, to value: Value) {
        testDescription = "\(stored.summary) → \(Value.self)"
        run = {
            let decoded = try ValueCoding<Value>().decode(stored)
            #expect(decoded == value)
        }
    }

    init<Value: Codable & Sendable>(_ stored: StoredValue, refusedBy type: Value.Type) {
        testDescription = "\(stored.summary) ↛ \(Value.self)"
        run = {
            let error = try valueError { _ = try ValueCoding<Value>().decode(stored) }
            #expect(error.expected == ValueNames.name(of: type))
            #expect(error.found == stored.summary)
            #expect(!error.reason.isEmpty)
        }
    }
}

enum ValueNames {
    static func name(of type: any Any.Type) -> String {
        let name = String(describing: type)
        return name.hasPrefix("Optional<") ? name.dropFirst("Optional<".count).dropLast() + "?" : name
    }
}

@Suite("A stored value of another type is converted if nothing is lost, and refused otherwise")
struct ConversionTests {
    static let accepted: [Conversion] = [
        Conversion(.integer(0), to: false), Conversion(.integer(1), to: true), Conversion(.real(0), to: false),
        Conversion(.real(1), to: true),
        Conversion(.real(3), to: 3), Conversion(.real(-0x1p63), to: Int.min),
        Conversion(.real(0x1p63), to: UInt64(1) << 63),
        Conversion(.integer(255), to: UInt8.max), Conversion(.real(-128), to: Int8.min),
        Conversion(.integer(3), to: 3.0), Conversion(.integer(.min), to: -0x1p63),
        Conversion(.integer(1 << 24), to: Float(0x1p24)),
        Conversion(.real(0.5), to: Float(0.5)), Conversion(.text("inf"), to: -(-Double.infinity)),
        Conversion(.text("-inf"), to: -Float.infinity), Conversion(.real(.infinity), to: Double.infinity),
        Conversion(.integer(7), to: Decimal(7)),
        Conversion(.text("NaN"), to: Decimal.nan),
        Conversion(.json(#" "a\n" "#), to: "a\n"), Conversion(.json(#""red""#), to: Color.red),
        Conversion(.text("[1,2]"), to: [1, 2]), Conversion(.text(#"{"x":1,"y":2}"#), to: Point(x: 1, y: 2)),
        Conversion(
            .text("e621e1f8-c36c-495a-93fc-0c247a3e6e5f"), to: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
        ),
        Conversion(.real(2), to: Optional(2)), Conversion(.real(3), to: Level(rawValue: 3)),
        // Inside JSON, where a field's type has changed.
        Conversion(.json("[1.0,2e0,9007199254740993.0]"), to: [1, 2, 9_007_199_254_740_993]),
        Conversion(.json("[1]"), to: [1.0]), Conversion(.json(#"["nan(0x1)"]"#), to: ["nan(0x1)"]),
        Conversion(.json(#"["inf"]"#), to: [Double.infinity]),
        Conversion(.json("[0,0]"), to: [0.0, 0.0]),
        Conversion(.json(#"{"y":2,"x":1,"z":[null]}"#), to: Point(x: 1, y: 2)),
        Conversion(.json(#"["\u00e9\ud83d\ude00\/"]"#), to: ["é😀/"]),
    ]

    @Test(arguments: accepted)
    func isMade(_ conversion: Conversion) throws { try conversion.run() }

    static let refused: [Conversion] = [
        Conversion(.integer(2), refusedBy: Bool.self), Conversion(.real(0.5), refusedBy: Bool.self),
        Conversion(.text("true"), refusedBy: Bool.self), Conversion(.json("true"), refusedBy: Bool.self),
        Conversion(.real(3.5), refusedBy: Int.self), Conversion(.real(1e300), refusedBy: Int.self),
        Conversion(.real(.nan), refusedBy: Int.self), Conversion(.real(.infinity), refusedBy: UInt64.self),
        Conversion(.real(0x1p63), refusedBy: Int.self), Conversion(.bool(true), refusedBy: Int.self),
        Conversion(.text("5"), refusedBy: Int.self), Conversion(.text("5"), refusedBy: UInt64.self),
        Conversion(.text("018446744073709551615"), refusedBy: UInt64.self),
        Conversion(.text("+18446744073709551615"), refusedBy: UInt64.self),
        Conversion(.text("18446744073709551616"), refusedBy: UInt64.self),
        Conversion(.text(""), refusedBy: UInt64.self),
        Conversion(.text("9223372036854775808"), refusedBy: Int.self), Conversion(.json("5"), refusedBy: Int.self),
        Conversion(.integer(-1), refusedBy: UInt.self), Conversion(.integer(128), refusedBy: Int8.self),
        Conversion(.date(5), refusedBy: Int.self), Conversion(.data(Data()), refusedBy: Int.self),
        Conversion(.integer(.max), refusedBy: Double.self), Conversion(.integer(16_777_217), refusedBy: Float.self),
        Conversion(.real(0.1), refusedBy: Float.self), Conversion(.text("1.5"), refusedBy: Double.self),
        Conversion(.text("NAN"), refusedBy: Double.self), Conversion(.text("infinity"), refusedBy: Double.self),
        Conversion(.text("nan(0x01)"), refusedBy: Double.self), Conversion(.text("snan"), refusedBy: Double.self),
        Conversion(.text("nan(0xfffffffffffff)"), refusedBy: Double.self),
        Conversion(.text("nan(0x7ffffffff)"), refusedBy: Float.self),
        Conversion(.bool(true), refusedBy: Double.self), Conversion(.date(1), refusedBy: Double.self),
        Conversion(.integer(1), refusedBy: String.self), Conversion(.json("1"), refusedBy: String.self),
        Conversion(.json("{"), refusedBy: String.self), Conversion(.data(Data([65])), refusedBy: String.self),
        Conversion(.text("AA=="), refusedBy: Data.self), Conversion(.real(1), refusedBy: Date.self),
        Conversion(.integer(1), refusedBy: Date.self), Conversion(.text("1"), refusedBy: Date.self),
        Conversion(.text("a b"), refusedBy: URL.self), Conversion(.text(""), refusedBy: URL.self),
        Conversion(.json("[]"), refusedBy: URL.self), Conversion(.text("E621"), refusedBy: UUID.self),
        Conversion(.text("12abc"), refusedBy: Decimal.self), Conversion(.text("1,5"), refusedBy: Decimal.self),
        Conversion(.text(" 1"), refusedBy: Decimal.self), Conversion(.text("1e200"), refusedBy: Decimal.self),
        Conversion(.text("1e-200"), refusedBy: Decimal.self),
        Conversion(.text("12345e-130"), refusedBy: Decimal.self),
        Conversion(.text("0." + String(repeating: "0", count: 150) + "1"), refusedBy: Decimal.self),
        Conversion(.text("1e99999999999999999999"), refusedBy: Decimal.self),
        Conversion(.text("0." + String(repeating: "7", count: 39)), refusedBy: Decimal.self),
        Conversion(.text("pink"), refusedBy: Color.self), Conversion(.integer(1), refusedBy: Color.self),
        Conversion(.text("5"), refusedBy: Outer.self), Conversion(.text("pink"), refusedBy: Color?.self),
        Conversion(.integer(5), refusedBy: [Int].self), Conversion(.text(""), refusedBy: [Int].self),
        Conversion(.json("[1.5]"), refusedBy: [Int].self), Conversion(.json("[1e999]"), refusedBy: [Double].self),
        Conversion(.json("[256]"), refusedBy: [UInt8].self),
        Conversion(.json("[1e30]"), refusedBy: [Int].self),
        Conversion(.json("[true]"), refusedBy: [Int].self), Conversion(.json("[null]"), refusedBy: [Int].self),
        Conversion(.json(#"["5"]"#), refusedBy: [Int].self), Conversion(.json("[5]"), refusedBy: [String].self),
        Conversion(.json(#"{"x":1}"#), refusedBy: Point.self), Conversion(.json("null"), refusedBy: Point.self),
        Conversion(.json(#"["\ud800"]"#), refusedBy: [String].self),
        Conversion(.json(#"["\ud800\u0041"]"#), refusedBy: [String].self),
        Conversion(.json(#"["\udc00"]"#), refusedBy: [String].self), Conversion(.json("[01]"), refusedBy: [Int].self),
        Conversion(.json("[1.]"), refusedBy: [Double].self), Conversion(.json("[.5]"), refusedBy: [Double].self),
        Conversion(.json("[-]"), refusedBy: [Double].self), Conversion(.json("[1e]"), refusedBy: [Double].self),
        Conversion(.json("[nan]"), refusedBy: [Double].self),
        Conversion(.json("[1] 2"), refusedBy: [Int].self), Conversion(.json("[\"\u{1}\"]"), refusedBy: [String].self),
    ]

    @Test(arguments: refused)
    func isRefused(_ conversion: Conversion) throws { try conversion.run() }
}
