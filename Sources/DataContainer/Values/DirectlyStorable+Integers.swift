extension Bool: DirectlyStorable {
    func stored() -> StoredValue {
        .bool(self)
    }

    init(stored: StoredValue) throws(ValueError) {
        switch stored {
        case .bool(let value):
            self = value
        case .integer(let value) where value == 0 || value == 1:
            self = value == 1
        case .real(let value) where value == 0 || value == 1:
            self = value == 1
        case .integer, .real:
            throw ValueError(expected: Bool.self, found: stored, reason: "only the numbers 0 and 1 stand for a Bool")
        default:
            throw .kind(of: stored, isNot: Bool.self)
        }
    }
}

extension FixedWidthInteger {
    /// An integer if it fits into one, and its decimal digits if not.
    var storedInteger: StoredValue {
        Int64(exactly: self).map { .integer($0) } ?? .text(String(self))
    }

    init(storedInteger stored: StoredValue) throws(ValueError) {
        let value: Self?
        switch stored {
        case .integer(let integer):
            value = Self(exactly: integer)
        case .real(let real):
            if real.rounded(.towardZero) != real {
                throw ValueError(expected: Self.self, found: stored, reason: "the number is not integral")
            }
            value = Self(exactly: real)
        case .text(let text):
            // Only what is too large to be an integer is stored as text, so a text like "5" was never ours.
            value = Self(text)
            guard let value, Int64(exactly: value) == nil, String(value) == text else {
                throw ValueError(
                    expected: Self.self, found: stored,
                    reason: "only an integer of this type's range that exceeds 64 bits is stored as text")
            }
        default:
            throw .kind(of: stored, isNot: Self.self)
        }
        guard let value else {
            throw ValueError(
                expected: Self.self, found: stored, reason: "the number is outside \(Self.min)...\(Self.max)")
        }
        self = value
    }
}

/// The form of an integer type that this package does not know.
struct IntegerForm<Value: FixedWidthInteger>: ValueForm {
    func encode(_ value: Value) -> StoredValue {
        value.storedInteger
    }

    func decode(_ stored: StoredValue) throws(ValueError) -> Value {
        try Value(storedInteger: stored)
    }
}

extension DirectlyStorable where Self: FixedWidthInteger {
    func stored() -> StoredValue {
        storedInteger
    }

    init(stored: StoredValue) throws(ValueError) {
        try self.init(storedInteger: stored)
    }
}

extension Int: DirectlyStorable {}
extension Int8: DirectlyStorable {}
extension Int16: DirectlyStorable {}
extension Int32: DirectlyStorable {}
extension Int64: DirectlyStorable {}
extension UInt: DirectlyStorable {}
extension UInt8: DirectlyStorable {}
extension UInt16: DirectlyStorable {}
extension UInt32: DirectlyStorable {}
extension UInt64: DirectlyStorable {}
