import Foundation
import Testing

@testable import DataContainer

@Suite("Checksum")
struct ChecksumTests {
    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        var checksum = Checksum()
        bytes.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }

    /// The values that RFC 3720, B.4, gives, and the usual check value.
    @Test(
        arguments: [
            (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), ([UInt8](0..<32), 0x46DD_794E),
            ([UInt8]((0..<32).reversed()), 0x113F_DB5C), ([], 0),
        ] as [([UInt8], UInt32)])
    func knownValues(_ bytes: [UInt8], _ value: UInt32) {
        #expect(checksum(bytes) == value)
    }

    @Test func piecesAreTheSameAsTheWhole() {
        let bytes = (0..<100).map { UInt8($0 * 7 % 251) }
        for cut in 0...100 {
            var checksum = Checksum()
            bytes[..<cut].withUnsafeBytes { checksum.update($0) }
            bytes[cut...].withUnsafeBytes { checksum.update($0) }
            #expect(checksum.value == self.checksum(bytes))
        }
        var integer = Checksum()
        integer.update(0x0807_0605_0403_0201)
        #expect(integer.value == checksum([1, 2, 3, 4, 5, 6, 7, 8]))
    }

    @Test func everyFlippedBitIsFound() {
        let bytes = (0..<40).map { UInt8($0 * 31 % 256) }
        let value = checksum(bytes)
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(checksum(changed) != value)
        }
    }

    @Test func countedPiecesCannotBeMistaken() {
        func checksum(_ pieces: String...) -> UInt32 {
            var checksum = Checksum()
            pieces.forEach { checksum.update(counted: $0) }
            return checksum.value
        }
        #expect(checksum("ab", "c") != checksum("a", "bc"))
        #expect(checksum("", "a") != checksum("a", ""))
    }
}
