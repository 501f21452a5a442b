internal import Foundation

/// A value as SQLite holds it.
enum SQLiteValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

extension SQLiteValue {
    /// The form in which a row keeps `value`. The row's type is the name of the value's kind.
    ///
    /// - Throws: ``StoreError/Code/unsupported`` for a number that is not finite: SQLite would keep it as NULL.
    init(_ value: StoredValue) throws(StoreError) {
        switch value {
        case .bool(let value): self = .integer(value ? 1 : 0)
        case .integer(let value): self = .integer(value)
        case .real(let value), .date(let value):
            guard value.isFinite else {
                throw StoreError(.unsupported, "A store holds finite numbers only; \(value) has to be stored as text.")
            }
            // SQLite does not promise to keep the sign of a zero (its documentation says that it drops it).
            self = value.sign == .minus && value == 0 ? .text(Self.negativeZero) : .real(value)
        case .text(let value), .json(let value): self = .text(value)
        case .data(let value): self = .blob(value)
        }
    }

    /// The stored value of a row of this kind, or `nil` if no such value is written in this form.
    func storedValue(_ kind: StoredValue.Kind) -> StoredValue? {
        switch (kind, self) {
        case (.bool, .integer(let value)) where value == 0 || value == 1: .bool(value == 1)
        case (.integer, .integer(let value)): .integer(value)
        case (.real, .real(let value)): .real(value)
        case (.date, .real(let value)): .date(value)
        case (.real, .text(Self.negativeZero)): .real(-0.0)
        case (.date, .text(Self.negativeZero)): .date(-0.0)
        case (.text, .text(let value)): .text(value)
        case (.json, .text(let value)): .json(value)
        case (.data, .blob(let value)): .data(value)
        default: nil
        }
    }

    private static let negativeZero = "-0.0"
}

extension Checksum {
    /// The checksum of a row that is about to be written.
    static func ofRow(key: String, type: String, value: SQLiteValue, revision: Int64) -> Int64 {
        var checksum = Checksum()
        checksum.update(counted: key)
        checksum.update(counted: type)
        switch value {
        case .null: checksum.update(StorageClass.null)
        case .integer(let value): checksum.update(integer: value)
        case .real(let value): checksum.update(real: value)
        case .text(let value):
            checksum.update(StorageClass.text)
            checksum.update(counted: value)
        case .blob(let value):
            checksum.update(StorageClass.blob)
            value.withUnsafeBytes { checksum.update(counted: $0) }
        }
        checksum.update(revision)
        return Int64(checksum.value)
    }

    /// Feeds an integer with its storage class.
    mutating func update(integer: Int64) {
        update(StorageClass.integer)
        update(integer)
    }

    /// Feeds a floating-point number with its storage class.
    mutating func update(real: Double) {
        update(StorageClass.real)
        update(Int64(bitPattern: real.bitPattern))
    }

    /// Stands in the checksum before the value, so that 1 and 1.0, or a text and a blob, differ.
    enum StorageClass {
        static let null: Int64 = 0
        static let integer: Int64 = 1
        static let real: Int64 = 2
        static let text: Int64 = 3
        static let blob: Int64 = 4
    }
}
