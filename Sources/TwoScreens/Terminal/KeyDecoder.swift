/// Turns a terminal's bytes into keys, however the reads cut them.
///
/// Escape sequences (arrows, mouse, answers of the terminal) are recognised to their end and dropped, so that none of
/// their bytes lands in a text field.
struct KeyDecoder {
    private enum State: Equatable {
        case ground
        /// Inside a scalar, with this many bytes to come.
        case scalar(missing: Int)
        /// After ESC.
        case escape
        /// In a sequence that starts with ESC [.
        case control
        /// In one that ends with any character: function keys, in a VT's and in the Linux console's way.
        case skipping(Int)
        /// In a text of the terminal (a title, a colour), which ends with BEL or ESC \.
        case string
    }

    private var state = State.ground
    /// The byte before, outside of sequences: CR LF is one Return.
    private var previous: UInt8 = 0
    /// The bytes of the scalar or the control sequence that has begun.
    private var bytes: [UInt8] = []
    /// What has been pasted so far, between the marks that a terminal sets around it.
    private var paste: String.UnicodeScalarView?

    /// How many milliseconds to wait for the rest of what has begun, before ``giveUp()``; `nil` if nothing has.
    ///
    /// The Escape key sends the byte that sequences begin with, and nothing after it.
    var patience: Int32? {
        if state == .escape { 50 } else if state != .ground || paste != nil { 1000 } else { nil }
    }

    /// Takes bytes in.
    ///
    /// - Returns: The keys that they complete.
    mutating func decode(_ input: some Sequence<UInt8>) -> [Key] {
        input.flatMap { take($0) }
    }

    /// Drops what has begun, and hands out what was pasted: its end does not come.
    mutating func giveUp() -> [Key] {
        state = .ground
        bytes = []
        return endPaste()
    }

    private mutating func take(_ byte: UInt8) -> [Key] {
        // A control character ends whatever has begun: it is a key that the person pressed, or a new sequence.
        if byte < 0x20, state != .ground, state != .string {
            let broken = endScalar()
            state = .ground
            return broken + take(byte)
        }
        switch state {
        case .ground:
            return ground(byte)
        case .scalar(let missing):
            guard byte & 0xC0 == 0x80 else { return endScalar() + take(byte) }
            bytes.append(byte)
            state = .scalar(missing: missing - 1)
            return missing == 1 ? endScalar() : []
        case .escape:
            guard byte < 0x80 else {
                state = .ground
                return ground(byte)
            }
            state =
                switch byte {
                case UInt8(ascii: "["): .control
                case UInt8(ascii: "O"): .skipping(1)
                case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
                    .string
                case 0x20...0x2F: .escape
                default: .ground
                }
            bytes = []
            return []
        case .control:
            return control(byte)
        case .skipping(let count):
            state = count == 1 ? .ground : .skipping(count - 1)
            return []
        case .string:
            if byte == 0x07 { state = .ground } else if byte == 0x1B { state = .escape }
            return []
        }
    }

    private mutating func ground(_ byte: UInt8) -> [Key] {
        defer { previous = byte }
        let key: Key
        switch byte {
        case 0x1B:
            state = .escape
            return []
        case 0x20...0x7E: return text(Unicode.Scalar(byte))
        case 0x80...0xFF:
            bytes = [byte]
            let missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
            state = .scalar(missing: missing)
            return (0xC2...0xF4).contains(byte) ? [] : endScalar()
        case 0x03: key = .interrupt
        case 0x04: key = .endOfInput
        case 0x08, 0x7F: key = .backspace
        case 0x09: key = .tab
        case 0x0A where previous == 0x0D: return []
        case 0x0A, 0x0D: key = .return
        case 0x0C: key = .redraw
        case 0x1A: key = .suspend
        default: return []
        }
        // What was pasted is text, whatever it holds.
        return paste == nil ? [key] : []
    }

    /// The scalar that has begun is over, whole or broken.
    private mutating func endScalar() -> [Key] {
        guard case .scalar = state else { return [] }
        defer { bytes = [] }
        state = .ground
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { text($0) }
    }

    private mutating func text(_ scalar: Unicode.Scalar) -> [Key] {
        guard scalar.isText else { return [] }
        guard paste == nil else {
            paste?.append(scalar)
            return []
        }
        return [.typed(scalar)]
    }

    private mutating func control(_ byte: UInt8) -> [Key] {
        switch byte {
        case UInt8(ascii: "[") where bytes.isEmpty:
            state = .skipping(1)
        case UInt8(ascii: "M") where bytes.isEmpty:
            // A mouse that reports in the oldest way: button, column and row follow as one byte each.
            state = .skipping(3)
        case 0x40...0x7E:
            state = .ground
            let mark = byte == UInt8(ascii: "~") ? String(decoding: bytes, as: UTF8.self) : ""
            if mark == "200" { paste = paste ?? .init() }
            if mark == "201" { return endPaste() }
        case 0x20...0x3F where bytes.count < 64:
            bytes.append(byte)
        case 0x20...0x3F:
            break
        default:
            state = .ground
        }
        return []
    }

    private mutating func endPaste() -> [Key] {
        defer { paste = nil }
        return paste.map { $0.isEmpty ? [] : [.pasted(String($0))] } ?? []
    }
}
