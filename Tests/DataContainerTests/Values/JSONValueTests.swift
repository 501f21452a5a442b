import Foundation
import Testing

@testable import DataContainer

@Suite("Other Codable types are stored as JSON and come back exactly")
struct JSONValueTests {
    struct Mixed: Codable, Sendable, Equatable {
        var b = "é/\u{0}"
        var a = UInt64.max
        var nothing: Int?
        var date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        var data = Data([1])
        var float = Float(0.1)
        var decimal = Decimal(string: "0.1")
        var url = URL(string: "https://example.org/a")
        var whole = 1.0
        var big = 1e300
        var empty: [Int] = []
    }

    enum Shape: Codable, Sendable, Equatable {
        case point
        case circle(radius: Double)
        case named(String, Int?)
    }

    class Base: Codable {
        var a = 1
    }

    final class Derived: Base {
        var b = 2

        enum CodingKeys: CodingKey { case b }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            b = try container.decode(Int.self, forKey: .b)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(b, forKey: .b)
            try super.encode(to: container.superEncoder())
        }
    }

    static let samples: [Sample] = [
        Sample(
            Mixed(),
            .json(
                #"{"a":18446744073709551615,"b":"é/\u0000","big":1e+300,"data":"AQ==","date":0.30000000000000004,"#
                    + #""decimal":0.1,"empty":[],"float":0.1,"url":"https://example.org/a","whole":1}"#)),
        Sample([Int](), .json("[]")), Sample([String: Int](), .json("{}")),
        Sample([[Int]]([[], [1]]), .json("[[],[1]]")),
        Sample(Set([7]), .json("[7]")), Sample([1: "a"], .json(#"{"1":"a"}"#)),
        Sample([Point(x: 1, y: 2): true], .json(#"[{"x":1,"y":2},true]"#)),
        Sample(["b": 1, "a": 2], .json(#"{"a":2,"b":1}"#)),
        Sample(Shape.point, .json(#"{"point":{}}"#)),
        Sample(Shape.circle(radius: 1), .json(#"{"circle":{"radius":1}}"#)),
        Sample(Shape.named("x", nil), .json(#"{"named":{"_0":"x"}}"#)),
        Sample(Shape.named("x", 1), .json(#"{"named":{"_0":"x","_1":1}}"#)),
        Sample(0...5, .json("[0,5]")), Sample(Place(rawValue: Point()), .json(#"{"rawValue":{"x":0,"y":0}}"#)),
        Sample(Chain.of(2), .json(#"{"link":{"_0":{"link":{"_0":{"end":{}}}}}}"#)),
    ]

    @Test(arguments: samples)
    func sample(_ sample: Sample) throws { try sample.run() }

    @Test("A NaN and the infinities inside a value come back, beside strings of the same names")
    func nonFinite() throws {
        struct Numbers: Codable, Sendable {
            var numbers = [Double.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
            var small: [Float] = [.nan, -.infinity, -0.0, 0.1]
            var texts = ["nan", "inf", "-inf"]
        }
        let back = try roundTrip(Numbers())
        #expect(back.numbers.map(bits) == Numbers().numbers.map(bits))
        #expect(back.small.map(\.bitPattern) == Numbers().small.map(\.bitPattern))
        #expect(back.texts == Numbers().texts)
    }

    @Test func superclasses() throws {
        let derived = Derived()
        derived.a = 5
        derived.b = 6
        let form = JSONForm<Derived>()
        let stored = try form.encode(derived)
        #expect(stored == .json(#"{"b":6,"super":{"a":5}}"#))
        let back = try form.decode(stored)
        #expect(back.a == 5 && back.b == 6)
    }

    @Test func whatFoundationWroteIsRead() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        let text = String(decoding: try encoder.encode(Mixed()), as: UTF8.self)
        #expect(try ValueCoding<Mixed>().decode(.json(text)) == Mixed())
        #expect(try ValueCoding<Mixed>().decode(.text(text)) == Mixed())
    }
}
