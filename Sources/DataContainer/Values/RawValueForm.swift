/// The form of an enum or struct with a raw value: the raw value's form.
struct RawValueForm<Value: RawRepresentable>: ValueForm {
    let raw: any ValueForm<Value.RawValue>

    var storesText: Bool { raw.storesText }

    func encode(_ value: Value) throws(ValueError) -> StoredValue {
        do {
            return try raw.encode(value.rawValue)
        } catch {
            throw error.about(typeName)
        }
    }

    func decode(_ stored: StoredValue) throws(ValueError) -> Value {
        let rawValue: Value.RawValue
        do {
            rawValue = try raw.decode(stored)
        } catch {
            var error = error.about(typeName)
            error.reason = "its raw value is of type \(raw.typeName), and \(error.reason)"
            throw error
        }
        guard let value = Value(rawValue: rawValue) else {
            throw ValueError(expected: typeName, found: stored, reason: "no value of this type has that raw value")
        }
        return value
    }
}
