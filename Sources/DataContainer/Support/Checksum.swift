/// A CRC-32C (Castagnoli) checksum, fed piece by piece.
///
/// It finds every change of up to 32 neighbouring bits, so every flipped bit and every damaged byte. It is no defence
/// against somebody who changes data on purpose. Cost: about a nanosecond for two bytes.
struct Checksum: Equatable {
    private var remainder = UInt32.max

    /// The checksum of everything fed so far.
    var value: UInt32 { ~remainder }

    /// Feeds bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        remainder = tables.withUnsafeBufferPointer { tables in
            var crc = remainder
            var offset = 0
            while bytes.count - offset >= 8 {
                let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                crc = Self.advance(word ^ UInt64(crc), tables)
                offset += 8
            }
            while offset < bytes.count {
                let byte = start.load(fromByteOffset: offset, as: UInt8.self)
                crc = tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
                offset += 1
            }
            return crc
        }
    }

    /// Feeds an integer, in eight bytes.
    mutating func update(_ integer: Int64) {
        remainder = tables.withUnsafeBufferPointer { tables in
            Self.advance(UInt64(bitPattern: integer) ^ UInt64(remainder), tables)
        }
    }

    /// Feeds a number of bytes and then the bytes, so that two pieces in a row cannot be taken for two others.
    mutating func update(counted bytes: UnsafeRawBufferPointer) {
        update(Int64(bytes.count))
        update(bytes)
    }

    /// Feeds a text in UTF-8, counted.
    mutating func update(counted text: String) {
        var text = text
        text.withUTF8 { update(counted: UnsafeRawBufferPointer($0)) }
    }

    /// Takes eight bytes in one step: one table for each place in the word.
    @inline(__always)
    private static func advance(_ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
        var crc: UInt32 = 0
        for place in 0..<8 {
            let byte = Int(UInt8(truncatingIfNeeded: word >> (8 * UInt64(place))))
            crc ^= tables[(7 - place) * 256 + byte]
        }
        return crc
    }
}

/// Eight tables of 256 remainders: table `n` holds those of a byte that `n` further bytes follow.
private let tables: [UInt32] = {
    let polynomial: UInt32 = 0x82F6_3B78
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
        var crc = UInt32(byte)
        for _ in 0..<8 {
            crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ polynomial
        }
        tables[byte] = crc
    }
    for index in 256..<tables.count {
        let previous = tables[index - 256]
        tables[index] = tables[Int(UInt8(truncatingIfNeeded: previous))] ^ (previous >> 8)
    }
    return tables
}()
