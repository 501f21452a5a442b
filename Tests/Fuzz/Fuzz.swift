import Foundation

// What libFuzzer calls with each input. Scripts/fuzz.sh compiles this together with the parts of the library that decode
// bytes. The first byte of an input says which of them gets the rest.

/// Checks one input. Returns 0: libFuzzer takes every input that it is given.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let input = Data(bytes: start + 1, count: count - 1)
    switch start[0] % 4 {
    case 0: FuzzedFile.check(edits: input)
    case 1: FuzzedFile.check(bytes: input)
    case 2: fuzzHeader(input)
    default: fuzzValue(input)
    }
    return 0
}

/// Any header can be checked and repaired, and a repaired one has no fault.
private func fuzzHeader(_ input: Data) {
    let repaired = SQLiteHeader.repaired(input)
    precondition(repaired.count == input.count)
    precondition(SQLiteHeader.fault(repaired) == nil)
    _ = SQLiteHeader.fault(input)
}

private struct Nested: Codable, Sendable {
    var name: String?
    var numbers: [Double] = []
    var children: [Nested] = []
}

private enum Level: Int, Codable, Sendable {
    case low, high
}

/// Anything that a store can return is decoded, or refused, as any type.
private func fuzzValue(_ input: Data) {
    let rest = input.dropFirst()
    let text = String(decoding: rest, as: UTF8.self)
    let bits = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let stored: StoredValue =
        switch input[input.startIndex] % 7 {
        case 0: .text(text)
        case 1: .json(text)
        case 2: .integer(Int64(bitPattern: bits))
        case 3: .real(Double(bitPattern: bits))
        case 4: .date(Double(bitPattern: bits))
        case 5: .data(Data(rest))
        default: .bool(bits & 1 == 1)
        }
    decode(stored, Int.self, UInt8.self, Double.self, Float.self, Bool.self)
    decode(stored, String.self, Data.self, Date.self, URL.self)
    decode(stored, UUID.self, Decimal.self, Level.self, Nested.self, [String: [Int?]].self)
    decode(stored, Int?.self, String??.self, [Date].self, Nested?.self, UInt64.self)
}

private func decode<each Value: Codable & Sendable>(_ stored: StoredValue, _ types: repeat (each Value).Type) {
    repeat decodeOne(stored, each types)
}

private func decodeOne<Value: Codable & Sendable>(_ stored: StoredValue, _ type: Value.Type) {
    let coding = ValueCoding<Value>()
    guard let value = try? coding.decode(stored) else { return }
    // What was decoded can be stored and decoded again.
    guard let again = try? coding.encode(value, default: value) else { return }
    precondition((try? coding.decode(again)) != nil, "\(stored) as \(type)")
}
