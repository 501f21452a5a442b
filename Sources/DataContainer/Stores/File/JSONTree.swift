internal import Foundation

/// A JSON value that can be written again as it was read.
indirect enum JSONTree: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    /// A number with more digits than a Double has.
    case decimal(Decimal)
    case text(String)
    case array([JSONTree])
    case object([String: JSONTree])
}

extension JSONTree {
    /// The value that bytes of JSON stand for.
    ///
    /// - Throws: What is wrong, in half a sentence.
    init(parsing bytes: Data) throws(FileFault) {
        guard let text = bytes.withUnsafeBytes({ String(exactly: $0) }) else { throw .invalid("it is not in UTF-8") }
        // Checked first: the parser recurses, and what somebody else wrote could exhaust the stack.
        if let fault = JSONFault(in: text) { throw .invalid(fault.description) }
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
        } catch {
            let reason = (error as NSError).userInfo["NSDebugDescription"] as? String
            throw .invalid(reason ?? error.localizedDescription)
        }
        guard let tree = JSONTree(object) else { throw .invalid("it holds something that is no JSON") }
        self = tree
    }

    private init?(_ object: Any) {
        // As an object, where it is one: the system takes a microsecond to find out that a number in an `Any` is no text.
        if type(of: object) is AnyClass {
            let object = object as AnyObject
            // Not `as? Bool` and so on: on Apple systems the number 1 is also a Bool, and 1.0 an Int.
            if let number = object as? NSNumber {
                self.init(number)
                return
            }
            if object is NSNull {
                self = .null
                return
            }
        }
        switch object {
        case let text as String: self = .text(text)
        case let dictionary as [String: Any]:
            let trees = dictionary.compactMapValues { JSONTree($0) }
            guard trees.count == dictionary.count else { return nil }
            self = .object(trees)
        case let array as [Any]:
            let trees = array.compactMap { JSONTree($0) }
            guard trees.count == array.count else { return nil }
            self = .array(trees)
        default: return nil
        }
    }

    private static let booleans = (true: NSNumber(value: true), false: NSNumber(value: false))

    private init(_ number: NSNumber) {
        if number === Self.booleans.true || number === Self.booleans.false {
            self = .bool(number.boolValue)
        } else if let decimal = number as? NSDecimalNumber {
            self.init(decimal.decimalValue)
        } else {
            switch UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
            case "d", "f":
                let value = number.doubleValue
                // How many zeros follow the point differs between systems; that there are some does not count.
                if let integer = Int64(exactly: value), value != 0 || value.sign == .plus {
                    self = .integer(integer)
                } else {
                    self = .real(value)
                }
            case "Q" where number.uint64Value > Int64.max: self = .unsigned(number.uint64Value)
            default: self = .integer(number.int64Value)
            }
        }
    }

    private init(_ decimal: Decimal) {
        let digits = decimal.description
        if let integer = Int64(digits) {
            self = .integer(integer)
        } else if let unsigned = UInt64(digits) {
            self = .unsigned(unsigned)
        } else if let value = Double(digits), Decimal(string: value.description) == decimal {
            self = .real(value)
        } else {
            self = .decimal(decimal)
        }
    }
}

extension JSONTree: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }

    /// The tree as JSON on one line, keys sorted.
    func compactBytes() throws -> Data {
        try Self.compact.encode(self)
    }

    /// The tree as JSON on many lines, for people, keys sorted.
    func prettyBytes() throws(StoreError) -> Data {
        var bytes: Data
        do {
            bytes = try Self.pretty.encode(self)
        } catch {
            throw StoreError(.unsupported, "The entries cannot be written as JSON.", cause: error)
        }
        // At the start of a text, the parser of some systems takes it for a mark of the encoding, and drops it.
        let mark = Data("\u{FEFF}".utf8)
        var place = bytes.startIndex
        while let range = bytes.range(of: mark, in: place..<bytes.endIndex) {
            bytes.replaceSubrange(range, with: Data(#"\ufeff"#.utf8))
            place = range.lowerBound
        }
        return bytes
    }

    private static let compact = encoder([])
    private static let pretty = encoder(.prettyPrinted)

    private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
        return encoder
    }
}
