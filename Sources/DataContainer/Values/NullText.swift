/// How the levels of nested optionals are told apart in JSON, which has only one null.
///
/// An optional's `nil` is `null`. A value in an optional that would be written as `null` itself is written as
/// `{"some":null}`, and one that would be written like that as `{"some":{"some":null}}`, and so on: each optional adds
/// one level to these texts and leaves every other text alone. `{"none":null}` is the explicit `nil` of a property whose
/// type is an optional of an optional; it is wrapped likewise, so that no other value is written so.
enum NullText {
    static let null = "null"
    static let outermost = #"{"none":null}"#
    static let someKey = "some"
    static let noneKey = "none"
    private static let opening = #"{"some":"#

    /// Whether `text` is one of those that an optional adds a level to.
    static func isReserved(_ text: String) -> Bool {
        var core = Substring(text).utf8
        while core.starts(with: opening.utf8), core.last == UInt8(ascii: "}") {
            core = core.dropFirst(opening.utf8.count).dropLast()
        }
        return core.elementsEqual(outermost.utf8) || isNull(core)
    }

    /// Whether `text` is a JSON null, perhaps with white space around it.
    static func isNull(_ text: String) -> Bool {
        isNull(Substring(text).utf8)
    }

    private static func isNull(_ text: Substring.UTF8View) -> Bool {
        let text = text.drop(while: isWhiteSpace)
        return text.starts(with: null.utf8) && text.dropFirst(null.utf8.count).allSatisfy(isWhiteSpace)
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// A reserved text with one level more.
    static func wrap(_ text: String) -> String {
        opening + text + "}"
    }

    /// A reserved text with one level less; `nil` if it has none to take, or is not reserved.
    static func unwrap(_ text: String) -> String? {
        guard text.utf8.starts(with: opening.utf8), isReserved(text) else { return nil }
        return String(Substring(text).utf8.dropFirst(opening.utf8.count).dropLast())
    }
}
