public import Foundation

/// The store-neutral form of a value: what a store keeps for a key.
///
/// A property's Swift value is turned into one of these before it reaches a store, and back when it is loaded, so a
/// store needs to know these seven kinds and nothing of Swift types.
///
/// Two stored values are equal when they are the same to the last bit: a NaN equals itself, and -0.0 differs from 0.0.
public enum StoredValue: Sendable {
    /// A truth value.
    case bool(Bool)
    /// An integer that fits into 64 bits with a sign. Larger ones are stored as `text`, in decimal.
    case integer(Int64)
    /// A finite floating-point number. NaN and the infinities are stored as `text`: `nan`, `inf`, `-inf`.
    case real(Double)
    /// Any Unicode text, NUL characters included.
    case text(String)
    /// Bytes.
    case data(Data)
    /// A point in time, in seconds since 2001-01-01 00:00:00 UTC (`Date.timeIntervalSinceReferenceDate`); finite.
    case date(Double)
    /// Any other `Codable` value as a JSON text.
    case json(String)
}

extension StoredValue: Hashable {
    /// Whether both are of the same kind and the same to the last bit.
    public static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        // Compared by their bytes: Swift's `==` takes canonically equivalent strings for equal.
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.data(let left), .data(let right)): left == right
        case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
        case (.json(let left), .json(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    /// Feeds the kind and the bits of the value into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .real(let value), .date(let value): hasher.combine(value.bitPattern)
        case .text(let value), .json(let value): value.utf8.forEach { hasher.combine($0) }
        case .data(let value): hasher.combine(value)
        }
    }
}

extension StoredValue {
    /// The kinds of stored value, by the names that stores write down for them.
    public enum Kind: String, Sendable, CaseIterable {
        /// See ``StoredValue/bool(_:)``.
        case bool
        /// See ``StoredValue/integer(_:)``.
        case integer
        /// See ``StoredValue/real(_:)``.
        case real
        /// See ``StoredValue/text(_:)``.
        case text
        /// See ``StoredValue/data(_:)``.
        case data
        /// See ``StoredValue/date(_:)``.
        case date
        /// See ``StoredValue/json(_:)``.
        case json
    }

    /// Which kind of value this is.
    public var kind: Kind {
        switch self {
        case .bool: .bool
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .data: .data
        case .date: .date
        case .json: .json
        }
    }
}
