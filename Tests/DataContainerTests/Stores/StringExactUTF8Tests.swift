import Testing

@testable import DataContainer

@Suite("Text from bytes")
struct StringExactUTF8Tests {
    @Test(arguments: ["", "a", "a\0b", "\u{FEFF}mark", "e\u{301}", "\u{1F600}", "\u{FFFD}"])
    func validBytesAreKept(_ text: String) {
        let bytes = Array(text.utf8)
        let found = bytes.withUnsafeBytes { String(exactly: $0) }
        #expect(found.map { Array($0.utf8) } == bytes)
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xE2, 0x82], [0xF8, 0x88, 0x80, 0x80, 0x80]])
    func otherBytesAreRefused(_ bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { String(exactly: $0) } == nil)
    }
}
