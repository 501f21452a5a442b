/// Why a value could not be stored, or a stored value not be turned into a property's value.
///
/// It does not know the property; who catches it adds the key.
struct ValueError: Error, Sendable {
    /// The name of the Swift type that the value has, or should have had.
    var expected: String
    /// What was found in the store, kind and a shortened value. `nil` if the failure was to store a value.
    var found: String?
    /// What is wrong, in half a sentence.
    var reason: String
    /// The error that a user's `Codable` code threw, if it was that.
    var cause: (any Error)?

    /// The error of a stored value that stands for no value of a type.
    init(expected: String, found stored: StoredValue, reason: String, cause: (any Error)? = nil) {
        self.expected = expected
        found = stored.summary
        self.reason = reason
        self.cause = cause
    }

    /// The error of a stored value that stands for no value of a type.
    init(expected type: any Any.Type, found stored: StoredValue, reason: String, cause: (any Error)? = nil) {
        self.init(expected: String(describing: type), found: stored, reason: reason, cause: cause)
    }

    /// The error of a value that cannot be stored.
    init(cannotStore type: String, reason: String, cause: (any Error)? = nil) {
        expected = type
        self.reason = reason
        self.cause = cause
    }
}

extension ValueError {
    /// The error of a stored value whose kind does not fit a type at all.
    static func kind(of stored: StoredValue, isNot type: any Any.Type) -> ValueError {
        ValueError(
            expected: type, found: stored, reason: "the kind \(stored.kind.rawValue) is not converted to this type")
    }

    /// The same error about another type: the one whose form uses the form that failed.
    func about(_ type: String) -> ValueError {
        var error = self
        error.expected = type
        return error
    }
}

extension ValueError: CustomStringConvertible {
    /// One sentence, without the key.
    var description: String {
        if let found {
            "expected \(expected), found \(found): \(reason)"
        } else {
            "a value of type \(expected) cannot be stored: \(reason)"
        }
    }
}

extension StoredValue {
    /// The kind and the value in at most about sixty characters, for a message.
    var summary: String {
        switch self {
        case .bool(let value): "bool \(value)"
        case .integer(let value): "integer \(value)"
        case .real(let value): "real \(value)"
        case .text(let value): "text \(value.shortened)"
        case .data(let value): "data of \(value.count) \(value.count == 1 ? "byte" : "bytes")"
        case .date(let value): "date \(value)"
        case .json(let value): "json \(value.shortened)"
        }
    }
}

extension String {
    /// The beginning, in quotation marks and with control characters escaped.
    ///
    /// Cut by Unicode scalars, since a single `Character` can be as long as the whole string.
    fileprivate var shortened: String {
        let limit = 40
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return debugDescription }
        return String(scalars[..<end]).debugDescription + "…"
    }
}
