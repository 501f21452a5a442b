/// `Optional`, as far as a dynamic cast can see it.
protocol OptionalValue {
    /// The form of this optional type.
    ///
    /// - Parameter outermost: Whether it is a property's whole type, whose `nil` may be no entry at all.
    static func form(outermost: Bool) -> any ValueForm<Self>
}

extension Optional: OptionalValue where Wrapped: Codable {
    static func form(outermost: Bool) -> any ValueForm<Wrapped?> {
        let wrapped = Forms.inner(of: Wrapped.self)
        if outermost, Wrapped.self is any OptionalValue.Type {
            return NestedOptionalForm(wrapped: wrapped)
        }
        return OptionalForm(wrapped: wrapped)
    }
}

/// The form of an optional: `nil` is the JSON text `null`, anything else is stored as if it were not optional.
///
/// A wrapped value whose own stored value is already `null` (`.some(nil)`, or a user's type that encodes a null) is
/// told apart by a wrapping; see ``NullText``.
struct OptionalForm<Wrapped>: ValueForm {
    let wrapped: any ValueForm<Wrapped>

    var typeName: String { wrapped.typeName + "?" }
    var storesText: Bool { wrapped.storesText }

    func isNone(_ value: Wrapped?) -> Bool {
        value == nil
    }

    func encode(_ value: Wrapped?) throws(ValueError) -> StoredValue {
        guard let value else { return .json(NullText.null) }
        let stored = try wrapped.encode(value)
        if case .json(let text) = stored, NullText.isReserved(text) {
            return .json(NullText.wrap(text))
        }
        return stored
    }

    func decode(_ stored: StoredValue) throws(ValueError) -> Wrapped? {
        var stored = stored
        if case .text(let text) = stored, !wrapped.storesText, NullText.isReserved(text) {
            // From a store that cannot tell JSON from text.
            stored = .json(text)
        }
        if case .json(let text) = stored {
            if NullText.isNull(text) { return nil }
            if let inner = NullText.unwrap(text) { stored = .json(inner) }
        }
        do {
            return try wrapped.decode(stored)
        } catch {
            throw error.about(typeName)
        }
    }
}

/// The form of a property whose type is an optional of an optional.
///
/// Its outermost `nil` is no entry, so `null` is left to the inner one. Where the outermost `nil` must be stored, because
/// the property's default is another value, it is a text that no inner value has.
struct NestedOptionalForm<Wrapped>: ValueForm {
    let wrapped: any ValueForm<Wrapped>

    var typeName: String { wrapped.typeName + "?" }
    var storesText: Bool { wrapped.storesText }

    func isNone(_ value: Wrapped?) -> Bool {
        value == nil
    }

    func encode(_ value: Wrapped?) throws(ValueError) -> StoredValue {
        guard let value else { return .json(NullText.outermost) }
        return try wrapped.encode(value)
    }

    func decode(_ stored: StoredValue) throws(ValueError) -> Wrapped? {
        switch stored {
        case .json(NullText.outermost): return nil
        case .text(NullText.outermost) where !wrapped.storesText: return nil
        default: break
        }
        do {
            return try wrapped.decode(stored)
        } catch {
            throw error.about(typeName)
        }
    }
}
