import Foundation
import Testing

@testable import DataContainer

/// One value, what it must be stored as, and the check that it comes back exactly.
struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable () throws -> Void

    /// A sample whose exactness `bits` shows: two values are the same if their bits are.
    init<Value: Codable & Sendable, Bits: Equatable & SendableMetatype>(
        _ value: Value, default: Value? = nil, _ expected: StoredValue?, bits: @escaping @Sendable (Value) -> Bits
    ) {
        testDescription = "\(Value.self) \(expected?.summary ?? "no entry")"
        run = {
            let coding = ValueCoding<Value>()
            let stored = try coding.encode(value, default: `default` ?? value)
            #expect(stored == expected)
            let back = try coding.decode(try #require(stored))
            #expect(bits(back) == bits(value))
        }
    }

    /// A sample of a type whose `==` is exact.
    init<Value: Codable & Sendable & Equatable>(_ value: Value, _ expected: StoredValue) {
        self.init(value, expected) { $0 }
    }
}

/// Encodes and decodes a value as a property of its type does.
func roundTrip<Value: Codable & Sendable>(_ value: Value) throws -> Value {
    let coding = ValueCoding<Value>()
    let stored = try #require(try coding.encode(value, default: value))
    return try coding.decode(stored)
}

extension ValueCoding where Value: Codable {
    /// A value after it was stored and read.
    func decodeOwn(_ value: Value) throws -> Value {
        try decode(try #require(try encode(value, default: value)))
    }
}

func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
}

func bits(_ number: Double) -> UInt64 {
    number.bitPattern
}

/// The error that `body` throws.
func valueError(_ body: () throws -> Void) throws -> ValueError {
    do {
        try body()
    } catch let error as ValueError {
        return error
    }
    throw NoError()
}

struct NoError: Error {}

enum Color: String, Codable, Sendable {
    case red, none = "null", empty = ""
}

struct Level: RawRepresentable, Codable, Sendable, Equatable {
    var rawValue: UInt64
}

/// A raw value with a raw value.
struct Outer: RawRepresentable, Codable, Sendable, Equatable {
    var rawValue: Level
}

struct Flags: OptionSet, Codable, Sendable {
    let rawValue: Int
}

/// A raw value that is not in the table.
struct Point: Codable, Sendable, Hashable {
    var x = 0
    var y = 0
}

struct Place: RawRepresentable, Codable, Sendable, Equatable {
    var rawValue: Point
}

/// What many apps write by hand: a type that tries one kind after another.
enum Anything: Codable, Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Anything])
    case object([String: Anything])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([Anything].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: Anything].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

indirect enum Chain: Codable, Sendable, Equatable {
    case end
    case link(Chain)

    static func of(_ length: Int) -> Chain {
        (0..<length).reduce(.end) { chain, _ in .link(chain) }
    }
}
