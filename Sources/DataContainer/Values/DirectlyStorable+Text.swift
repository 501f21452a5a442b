import Foundation

extension StoredValue {
    /// The text that this is: a text, or the JSON text of a string. `nil` for anything else.
    fileprivate var plainText: String? {
        switch self {
        case .text(let text):
            text
        case .json(let json):
            try? JSONCoders.decoder.decode(String.self, from: Data(json.utf8))
        default:
            nil
        }
    }

    /// The text that this is.
    fileprivate func text(for type: any Any.Type) throws(ValueError) -> String {
        if let text = plainText { return text }
        if case .json = self {
            throw ValueError(expected: type, found: self, reason: "the JSON is not a string")
        }
        throw .kind(of: self, isNot: type)
    }
}

extension String: DirectlyStorable {
    static var storesText: Bool { true }

    func stored() -> StoredValue {
        .text(self)
    }

    init(stored: StoredValue) throws(ValueError) {
        if case .text(let text) = stored {
            self = text
        } else {
            self = try stored.text(for: String.self)
        }
    }
}

extension Character: DirectlyStorable {
    static var storesText: Bool { true }

    func stored() -> StoredValue {
        .text(String(self))
    }

    init(stored: StoredValue) throws(ValueError) {
        let text = try stored.text(for: Character.self)
        guard let first = text.first, text.index(after: text.startIndex) == text.endIndex else {
            throw ValueError(expected: Character.self, found: stored, reason: "the text is not exactly one character")
        }
        self = first
    }
}

extension UUID: DirectlyStorable {
    func stored() -> StoredValue {
        .text(uuidString)
    }

    init(stored: StoredValue) throws(ValueError) {
        guard let value = UUID(uuidString: try stored.text(for: UUID.self)) else {
            throw ValueError(expected: UUID.self, found: stored, reason: "the text is not a UUID")
        }
        self = value
    }
}

extension URL: DirectlyStorable {
    static var storesText: Bool { true }

    func stored() throws(ValueError) -> StoredValue {
        if let text = lossless { return .text(text) }
        return try JSONForm<Parts>().encode(Parts(base: baseURL?.absoluteString, relative: relativeString))
    }

    init(stored: StoredValue) throws(ValueError) {
        if case .json = stored, stored.plainText == nil {
            let parts: Parts
            do {
                parts = try JSONForm<Parts>().decode(stored)
            } catch {
                throw error.about("URL")
            }
            guard let value = URL(string: parts.relative, relativeTo: parts.base.flatMap { URL(string: $0) }) else {
                throw ValueError(expected: URL.self, found: stored, reason: "its parts are not a URL's")
            }
            self = value
            return
        }
        // Without encoding: a text that is no URL stays refused instead of becoming another one.
        guard let value = URL(string: try stored.text(for: URL.self), encodingInvalidCharacters: false) else {
            throw ValueError(expected: URL.self, found: stored, reason: "the text is not a URL")
        }
        self = value
    }

    /// A URL with a base, which is not equal to its absolute form.
    private struct Parts: Codable {
        var base: String?
        var relative: String
    }

    /// The text that gives exactly this URL back; `nil` if there is none.
    var lossless: String? {
        guard baseURL == nil else { return nil }
        let text = absoluteString
        return URL(string: text, encodingInvalidCharacters: false) == self ? text : nil
    }
}

extension Data: DirectlyStorable {
    func stored() -> StoredValue {
        .data(self)
    }

    init(stored: StoredValue) throws(ValueError) {
        guard case .data(let value) = stored else { throw .kind(of: stored, isNot: Data.self) }
        self = value
    }
}
