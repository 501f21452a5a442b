import Foundation

/// Bytes as lines. Unlike with `readLine()`, a failure is no end of the input.
struct LineReader {
    private var bytes: [UInt8] = []
    private var hasEnded = false
    private let read: () throws(SystemError) -> [UInt8]

    /// Makes a reader of standard input.
    init() {
        self.init { () throws(SystemError) in try Streams.read(STDIN_FILENO) }
    }

    /// Makes a reader of what `read` gives: the next bytes, none at the end.
    init(read: @escaping () throws(SystemError) -> [UInt8]) {
        self.read = read
    }

    /// The next line, without its end (LF or CR LF); `nil` after the last. Bytes that are no UTF-8 become U+FFFD.
    mutating func next() throws(SystemError) -> String? {
        var searched = 0
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeSubrange(...end) }
                return Self.text(bytes[..<end])
            }
            searched = bytes.count
            if hasEnded {
                defer { bytes = [] }
                return bytes.isEmpty ? nil : Self.text(bytes[...])
            }
            let more = try read()
            hasEnded = more.isEmpty
            bytes += more
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
}
