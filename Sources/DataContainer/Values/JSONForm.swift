import Foundation

/// The form of every other `Codable` type: a JSON text, written and read by Foundation.
///
/// The coders are shared by all properties; coding with them from several threads at once is safe, since nobody changes
/// their settings.
struct JSONForm<Value: Codable>: ValueForm {
    func encode(_ value: Value) throws(ValueError) -> StoredValue {
        let text: String
        do {
            text = String(decoding: try JSONCoders.encoder.encode(value), as: UTF8.self)
        } catch {
            throw ValueError(cannotStore: typeName, reason: JSONCoders.reason(error), cause: error)
        }
        // What could not be read back must not take the place of what can.
        if let fault = JSONFault(in: text) {
            throw ValueError(cannotStore: typeName, reason: fault.description)
        }
        return .json(text)
    }

    func decode(_ stored: StoredValue) throws(ValueError) -> Value {
        let text: String
        switch stored {
        // A store that cannot tell the two apart returns a text.
        case .json(let json), .text(let json): text = json
        default: throw .kind(of: stored, isNot: Value.self)
        }
        // Checked first: a decoder recurses, and what somebody else wrote could exhaust the stack.
        if let fault = JSONFault(in: text) {
            throw ValueError(expected: typeName, found: stored, reason: fault.description)
        }
        do {
            return try JSONCoders.decoder.decode(Value.self, from: Data(text.utf8))
        } catch {
            throw ValueError(expected: typeName, found: stored, reason: JSONCoders.reason(error), cause: error)
        }
    }
}

/// Foundation's coders, set so that values come back exactly and files can be compared.
enum JSONCoders {
    static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Dates stay numbers, seconds since the reference date: any text form would round them.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }()

    static let decoder = {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }()

    /// What a coder's error says, with the place in the value that it is about.
    static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            place(context.codingPath) + context.debugDescription
        case EncodingError.invalidValue(_, let context):
            place(context.codingPath) + context.debugDescription
        default:
            "its Codable code threw \(error)"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "" : "at \(path.map(\.stringValue).joined(separator: ".")): "
    }
}
