/// How the values of one property are turned into stored values and back.
///
/// Finding the form for a type takes dynamic casts, so a property makes its coding once and keeps it. No lock is held
/// and nothing is shared between calls: any number of threads may use one coding at the same time, and a user's
/// `Codable` code runs on the thread that calls.
struct ValueCoding<Value: Sendable>: Sendable {
    private let form: any ValueForm<Value>

    /// Finds the form in which values of this type are stored.
    init() where Value: Codable {
        form = Forms.form(of: Value.self)
    }

    /// The stored value for `value`.
    ///
    /// - Parameters:
    ///   - value: The property's value.
    ///   - default: The value that the property has when there is no entry. It decides how `nil` is stored: as no entry
    ///     if the default is `nil` too, and explicitly otherwise.
    /// - Returns: What to store, or `nil` for no entry.
    /// - Throws: A ``ValueError`` when the value cannot be stored, above all when its `encode(to:)` throws.
    func encode(_ value: Value, default: Value) throws(ValueError) -> StoredValue? {
        if form.isNone(value), form.isNone(`default`) { return nil }
        return try form.encode(value)
    }

    /// The value that a stored value stands for.
    ///
    /// - Throws: A ``ValueError`` when `stored` stands for no value of this type. Nothing that a store can return makes
    ///   this stop the process.
    func decode(_ stored: StoredValue) throws(ValueError) -> Value {
        try form.decode(stored)
    }
}
