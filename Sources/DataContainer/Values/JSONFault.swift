/// Why a JSON text is not handed to a decoder, although its writer took it for one.
enum JSONFault: CustomStringConvertible {
    case tooDeep
    case notANumber

    /// How deep arrays and objects may nest.
    ///
    /// Decoding takes a few kilobytes of stack for each level, and a secondary thread on Apple systems has 512.
    static let maximumDepth = 128

    /// The first such fault in `text`; `nil` if there is none. Costs about a nanosecond a byte.
    init?(in text: String) {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                guard depth <= Self.maximumDepth else {
                    self = .tooDeep
                    return
                }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
            case UInt8(ascii: "N"):
                // Foundation writes a Decimal that is not a number as NaN, which is no JSON.
                self = .notANumber
                return
            default:
                break
            }
        }
        return nil
    }

    var description: String {
        switch self {
        case .tooDeep: "its JSON is nested deeper than \(Self.maximumDepth) levels"
        case .notANumber: "its JSON has a Decimal that is not a number"
        }
    }
}
