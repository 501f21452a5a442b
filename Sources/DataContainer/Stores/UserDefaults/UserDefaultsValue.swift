internal import Foundation

// How a value is written as a property list, and what a property list means as a value.
//
// A value that the medium cannot hold exactly goes in as a small dictionary:
//
//     ["DataContainer.type": "date", "value": "-1.25"]
//
// The type is `real`, `date` (in seconds since 2001-01-01 00:00:00 UTC), `text` or `json`. The value is a text, or the
// bytes of a text that begins with a byte order mark, which is lost where the medium is XML.

enum UserDefaultsValue {
    private static let typeKey = "DataContainer.type"
    private static let valueKey = "value"

    /// The property list for a value.
    ///
    /// - Throws: ``StoreError/Code/unsupported`` for a number that is not finite.
    static func propertyList(_ value: StoredValue) throws(StoreError) -> Any {
        switch value {
        case .bool(let value): return value
        case .integer(let value): return NSNumber(value: value)
        case .real(let value):
            try checkFinite(value)
            return isNegativeZero(value) && !UserDefaultsMedium.isExact ? wrapped(.real, "\(value)") : value
        case .text(let value): return holdsText(value) ? value : wrapped(.text, Data(value.utf8))
        case .data(let value): return value
        case .date(let value):
            try checkFinite(value)
            return holdsDate(value)
                ? Date(timeIntervalSinceReferenceDate: value) : wrapped(.date, "\(value)")
        // Taken for a text, it would be a text of four letters, and not the absence of a value.
        case .json("null"): return wrapped(.json, "null")
        case .json(let value): return holdsText(value) ? value : wrapped(.json, Data(value.utf8))
        }
    }

    private static func wrapped(_ kind: StoredValue.Kind, _ value: Any) -> [String: Any] {
        [typeKey: kind.rawValue, valueKey: value]
    }

    private static func holdsText(_ value: String) -> Bool {
        UserDefaultsMedium.isExact || value.unicodeScalars.first != "\u{FEFF}"
    }

    private static func checkFinite(_ value: Double) throws(StoreError) {
        guard value.isFinite else {
            throw StoreError(.unsupported, "A store holds finite numbers only; \(value) has to be stored as text.")
        }
    }

    private static func isNegativeZero(_ value: Double) -> Bool {
        value == 0 && value.sign == .minus
    }

    /// Whether the medium keeps a date to the last bit: one written as XML has whole seconds, and a year of four digits.
    private static func holdsDate(_ value: Double) -> Bool {
        let yearsOfFourDigits = -63_000_000_000.0...252_000_000_000.0
        return UserDefaultsMedium.isExact
            || value.rounded() == value && yearsOfFourDigits.contains(value) && !isNegativeZero(value)
    }
}

extension UserDefaultsValue {
    /// The value that a property list stands for, written by this store or by anybody else.
    ///
    /// - Returns: `nil` if it stands for none: a date or bytes inside a list, for instance.
    static func storedValue(_ object: Any) -> StoredValue? {
        switch object {
        case let text as String: .text(text)
        case let data as Data: .data(data)
        case let date as Date: .date(date.timeIntervalSinceReferenceDate)
        // Not `as? Bool` and so on: on Apple systems the number 1 is also a Bool, and 1.0 an Int.
        case let number as NSNumber: storedValue(number)
        case let dictionary as [String: Any]: unwrapped(dictionary) ?? json(dictionary)
        case let array as [Any]: json(array)
        default: nil
        }
    }

    private static func storedValue(_ number: NSNumber) -> StoredValue {
        if number === NSNumber(value: true) || number === NSNumber(value: false) {
            return .bool(number.boolValue)
        }
        switch String(cString: number.objCType) {
        case "d", "f":
            let value = number.doubleValue
            // As values that are no finite numbers are always stored.
            return value.isFinite ? .real(value) : .text(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
        case "Q" where number.uint64Value > Int64.max:
            return .text(String(number.uint64Value))
        default:
            return .integer(number.int64Value)
        }
    }

    private static func unwrapped(_ dictionary: [String: Any]) -> StoredValue? {
        guard dictionary.count == 2, let value = dictionary[valueKey], let type = dictionary[typeKey] as? String,
            let kind = StoredValue.Kind(rawValue: type),
            let text = value as? String ?? (value as? Data).flatMap({ $0.withUnsafeBytes { String(exactly: $0) } })
        else { return nil }
        switch kind {
        case .real: return finite(text).map { .real($0) }
        case .date: return finite(text).map { .date($0) }
        case .text: return .text(text)
        case .json: return .json(text)
        default: return nil
        }
    }

    private static func finite(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func json(_ object: Any) -> StoredValue? {
        guard JSONSerialization.isValidJSONObject(object),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        else { return nil }
        return String(data: data, encoding: .utf8).map { .json($0) }
    }
}
