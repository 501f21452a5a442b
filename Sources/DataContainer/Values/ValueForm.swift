/// One way to store values of a type.
///
/// Different values of a type have different stored values (different to the last bit, where the type has bits), and
/// `decode` gives each of them back exactly. `decode` also accepts what other versions of a program may have stored,
/// as long as nothing is lost by it.
protocol ValueForm<Value>: Sendable {
    associatedtype Value

    /// The type's name in messages.
    var typeName: String { get }

    /// Whether any text may stand for a value, so that a text is never mistaken for JSON.
    var storesText: Bool { get }

    /// Whether `value` is an absent value, which needs no entry.
    func isNone(_ value: Value) -> Bool

    /// The stored value for `value`.
    func encode(_ value: Value) throws(ValueError) -> StoredValue

    /// The value that `stored` stands for.
    func decode(_ stored: StoredValue) throws(ValueError) -> Value
}

extension ValueForm {
    var typeName: String { String(describing: Value.self) }
    var storesText: Bool { false }
    func isNone(_ value: Value) -> Bool { false }
}

/// Finds the form for a type.
enum Forms {
    /// The form in which a property of type `Value` is stored.
    static func form<Value: Codable>(of type: Value.Type) -> any ValueForm<Value> {
        if let optional = type as? any OptionalValue.Type,
            let form = optional.form(outermost: true) as? any ValueForm<Value>
        {
            return form
        }
        return inner(of: type)
    }

    /// The form of a type that is not the outermost optional of a property.
    static func inner<Value: Codable>(of type: Value.Type) -> any ValueForm<Value> {
        if let optional = type as? any OptionalValue.Type,
            let form = optional.form(outermost: false) as? any ValueForm<Value>
        {
            return form
        }
        return simple(of: type, through: 0) ?? JSONForm<Value>()
    }

    /// The form of a type that is stored as a single plain value; `nil` if it is not such a type.
    ///
    /// - Parameter depth: How many raw values led here. A raw value may have a raw value itself, but a type whose raw
    ///   value is of its own type would never end.
    static func simple<Value>(of type: Value.Type, through depth: Int) -> (any ValueForm<Value>)? {
        guard depth < 8 else { return nil }
        if let direct = type as? any DirectlyStorable.Type {
            return directForm(direct) as? any ValueForm<Value>
        }
        if let integer = type as? any FixedWidthInteger.Type {
            return integerForm(integer) as? any ValueForm<Value>
        }
        if let raw = type as? any RawRepresentable.Type {
            return rawValueForm(raw, depth) as? any ValueForm<Value>
        }
        return nil
    }

    private static func directForm<Value: DirectlyStorable>(_ type: Value.Type) -> any ValueForm {
        DirectForm<Value>()
    }

    private static func integerForm<Value: FixedWidthInteger>(_ type: Value.Type) -> any ValueForm {
        IntegerForm<Value>()
    }

    private static func rawValueForm<Value: RawRepresentable>(
        _ type: Value.Type, _ depth: Int
    ) -> (any ValueForm)? {
        simple(of: Value.RawValue.self, through: depth + 1).map { RawValueForm<Value>(raw: $0) }
    }
}
