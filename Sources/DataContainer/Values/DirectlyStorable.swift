/// A type with a stored value of its own, without JSON: the fast path, and the plain values that other programs read.
protocol DirectlyStorable {
    /// Whether any text may stand for a value of this type.
    static var storesText: Bool { get }

    /// The stored value.
    func stored() throws(ValueError) -> StoredValue

    /// The value that `stored` stands for; conversions are made only where they lose nothing.
    init(stored: StoredValue) throws(ValueError)
}

extension DirectlyStorable {
    static var storesText: Bool { false }
}

/// The form of a type that is stored directly.
struct DirectForm<Value: DirectlyStorable>: ValueForm {
    var storesText: Bool { Value.storesText }

    func encode(_ value: Value) throws(ValueError) -> StoredValue {
        try value.stored()
    }

    func decode(_ stored: StoredValue) throws(ValueError) -> Value {
        try Value(stored: stored)
    }
}
