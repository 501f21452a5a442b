import Foundation
import Testing

@testable import DataContainer

@Suite("Every level of an optional comes back, and a nil is no entry where it can be")
struct OptionalValueTests {
    /// Stores `value` in a property with a default, and reads it as a container does: no entry is the default.
    private func check<Value: Codable & Sendable & Equatable>(
        _ value: Value, default: Value, _ expected: StoredValue?, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let coding = ValueCoding<Value>()
        let stored = try coding.encode(value, default: `default`)
        #expect(stored == expected, sourceLocation: location)
        let back = try stored.map { try coding.decode($0) } ?? `default`
        #expect(back == value, sourceLocation: location)
    }

    @Test func oneLevel() throws {
        try check(Int?.none, default: nil, nil)
        try check(Int?.none, default: 5, .json("null"))
        try check(Int?.some(5), default: 5, .integer(5))
        try check(Int?.some(5), default: nil, .integer(5))
        try check(String?.none, default: "", .json("null"))
        try check(String?.some("null"), default: "", .text("null"))
        try check(String?.some(""), default: nil, .text(""))
        try check([Int]?.some([]), default: nil, .json("[]"))
        try check([Int]?.none, default: [], .json("null"))
        try check([Int?]?.some([nil]), default: nil, .json("[null]"))
    }

    @Test func twoLevels() throws {
        try check(Int??.none, default: .none, nil)
        try check(Int??.none, default: .some(.none), .json(#"{"none":null}"#))
        try check(Int??.none, default: .some(.some(1)), .json(#"{"none":null}"#))
        for other in [Int??.none, .some(.none), .some(.some(1))] {
            try check(Int??.some(.none), default: other, .json("null"))
            try check(Int??.some(.some(1)), default: other, .integer(1))
        }
    }

    @Test func threeLevels() throws {
        let all: [Int???] = [.none, .some(.none), .some(.some(.none)), .some(.some(.some(1)))]
        let stored: [StoredValue?] = [
            .json(#"{"none":null}"#), .json("null"), .json(#"{"some":null}"#), .integer(1),
        ]
        for (value, stored) in zip(all, stored) {
            try check(value, default: .some(.some(.some(2))), stored)
        }
        try check(all[0], default: .none, nil)
    }

    @Test func differentValuesAreStoredDifferently() throws {
        let values: [Anything??] = [
            .none, .some(.none), .some(.some(.null)), .some(.some(.object(["some": .null]))),
            .some(.some(.object(["none": .null]))), .some(.some(.object(["some": .object(["none": .null])]))),
            .some(.some(.array([.null]))), .some(.some(.string("null"))),
        ]
        let coding = ValueCoding<Anything??>()
        let stored = try values.map { try coding.encode($0, default: .some(.some(.int(1)))) }
        #expect(Set(stored).count == values.count)
        #expect(try stored.map { try coding.decode(try #require($0)) } == values)
    }

    @Test(arguments: [" null\n", "null"])
    func aNullAsTextOfAStoreThatCannotTellThemApart(_ text: String) throws {
        #expect(try ValueCoding<Int?>().decode(.text(text)) == .none)
        #expect(try ValueCoding<[Int]?>().decode(.text(text)) == .none)
        #expect(try ValueCoding<Anything?>().decode(.text(text)) == .none)
        #expect(try ValueCoding<Int??>().decode(.text(#"{"none":null}"#)) == .none)
        #expect(try ValueCoding<String?>().decode(.text(text)) == text)
        #expect(try ValueCoding<Int?>().decode(.json(text)) == .none)
    }
}
