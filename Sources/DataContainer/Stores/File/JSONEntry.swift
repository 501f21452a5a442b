internal import Foundation

// How one entry stands in a JSON file; `FileFormat.json` describes it to users.
extension JSONTree {
    private static let real = "$real"
    private static let date = "$date"
    private static let data = "$data"
    private static let json = "$json"
    private static let forms: Set = [real, date, data, json]

    /// The form of a value.
    init(_ value: StoredValue) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .real(let value):
            self = value.rounded() == value ? .object([Self.real: Self.number(value)]) : .real(value)
        case .text(let value): self = .text(value)
        case .data(let value): self = .object([Self.data: .text(value.base64EncodedString())])
        case .date(let value): self = .object([Self.date: Self.dateText(value).map { .text($0) } ?? Self.number(value)])
        case .json(let value): self = Self.embedded(value) ?? .object([Self.json: .text(value)])
        }
    }

    /// The value that a form stands for, written by this store or by anybody else.
    ///
    /// - Throws: What is wrong, in half a sentence.
    func storedValue() throws(FileFault) -> StoredValue {
        switch self {
        case .null: return .json("null")
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        // As integers that do not fit into 64 bits with a sign are always stored.
        case .unsigned(let value): return .text(String(value))
        case .real(let value): return .real(value)
        case .decimal(let value):
            let digits = value.description
            // Without a fraction, an integer of more than 64 bits.
            if !digits.contains(".") { return .text(digits) }
            guard let value = Double(digits), value.isFinite else { throw .invalid("is no number that can be held") }
            return .real(value)
        case .text(let value): return .text(value)
        case .object(let members):
            if members.count == 1, let (name, value) = members.first, Self.forms.contains(name) {
                return try Self.unwrapped(name, value)
            }
            return try jsonText()
        case .array: return try jsonText()
        }
    }

    private static func unwrapped(_ name: String, _ value: JSONTree) throws(FileFault) -> StoredValue {
        switch (name, value) {
        case (data, .text(let text)):
            if let bytes = Data(base64Encoded: text) { return .data(bytes) }
            throw .invalid("is no Base64")
        case (json, .text(let text)):
            return .json(text)
        case (date, .text(let text)):
            if text != negativeZero {
                guard let seconds = seconds(text) else { throw .invalid("is no date in the form of ISO 8601") }
                return .date(seconds)
            }
        default: break
        }
        let number: Double? =
            switch value {
            case .integer(let value): Double(exactly: value)
            case .unsigned(let value): Double(exactly: value)
            case .real(let value): value
            case .decimal(let value): Double(value.description)
            case .text(negativeZero): -0.0
            default: nil
            }
        guard let number, number.isFinite, name == real || name == date else { throw .invalid("is no \(name)") }
        return name == real ? .real(number) : .date(number)
    }

    private static let negativeZero = "-0.0"

    private static func number(_ value: Double) -> JSONTree {
        value == 0 && value.sign == .minus ? .text(negativeZero) : .real(value)
    }

    /// A date as people write it, if it then comes back to the last bit.
    private static func dateText(_ value: Double) -> String? {
        let yearsOfFourDigits = -63_000_000_000.0...252_000_000_000.0
        guard value.rounded() == value, yearsOfFourDigits.contains(value), value != 0 || value.sign == .plus else {
            return nil
        }
        let text = Date(timeIntervalSinceReferenceDate: value).formatted(.iso8601)
        return seconds(text) == value ? text : nil
    }

    private static func seconds(_ text: String) -> Double? {
        let date =
            (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        return date?.timeIntervalSinceReferenceDate
    }

    /// A JSON text as part of the file, if it then comes back to the letter and cannot be taken for anything else.
    private static func embedded(_ text: String) -> JSONTree? {
        if text == "null" { return .null }
        // With the brackets, it is as deep as it will be in the file.
        guard text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "["),
            JSONFault(in: "[\(text)]") == nil, let tree = try? JSONTree(parsing: Data(text.utf8))
        else { return nil }
        if case .object(let members) = tree, members.count == 1, forms.contains(members.keys.first ?? "") { return nil }
        return (try? tree.compactBytes()) == Data(text.utf8) ? tree : nil
    }

    private func jsonText() throws(FileFault) -> StoredValue {
        guard let bytes = try? compactBytes() else { throw .invalid("cannot be written as JSON") }
        return .json(String(decoding: bytes, as: UTF8.self))
    }
}
