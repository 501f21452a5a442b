internal import Foundation

/// The log of a store's file, in which commits stand until they are copied into the file.
///
/// SQLite takes a log up to the first frame whose checksum is wrong, and says nothing: mostly a process has died there.
/// But frames are written one after the other, so that would be the last one. If a commit follows, something else has
/// happened to the log, and commits are missing that were made.
///
/// Source of the format: https://www.sqlite.org/fileformat2.html#walformat
struct SQLiteLog {
    let path: String

    /// - Parameter file: The path of the store's file.
    init(of file: String) {
        path = file + SQLiteFileSuffix.log
    }

    /// Whether commits stand in the log that SQLite will not find. Reads it, which takes some 0.1 ms for each
    /// megabyte, of which there are four at most; one that is far longer is not read.
    var losesCommits: Bool {
        var status = stat()
        guard stat(path, &status) == 0, (1...Self.limit).contains(Int(status.st_size)),
            let bytes = try? Data(contentsOf: URL(filePath: path))
        else { return false }
        guard bytes.withUnsafeBytes({ Self.losesCommits($0) }) else { return false }
        // Somebody who began the log anew meanwhile has changed its beginning first.
        let file = try? FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file?.close() }
        return (try? file?.read(upToCount: Self.headerSize)) == bytes.prefix(Self.headerSize)
    }

    private static let limit = 64 << 20
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    static func losesCommits(_ log: UnsafeRawBufferPointer) -> Bool {
        guard log.count >= headerSize + frameHeaderSize else { return false }
        func word(_ offset: Int) -> UInt32 {
            UInt32(bigEndian: log.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        let magic = word(0)
        var sum = Sum(isBigEndian: magic & 1 == 1)
        sum.add(log, 0..<24)
        let pageSize = Int(word(8))
        guard magic & ~1 == 0x377F_0682, sum.first == word(24), sum.second == word(28),
            (512...65_536).contains(pageSize), pageSize.nonzeroBitCount == 1
        else { return true }

        let frameSize = frameHeaderSize + pageSize
        var frame = headerSize
        while frame + frameSize <= log.count, word(frame + 8) == word(16), word(frame + 12) == word(20) {
            sum.add(log, frame..<frame + 8)
            sum.add(log, frame + frameHeaderSize..<frame + frameSize)
            guard sum.first == word(frame + 16), sum.second == word(frame + 20) else { break }
            frame += frameSize
        }
        // The frame that is not right may be the one that was being written. What comes after it was written before, by
        // this log or, with two other salts, by an earlier one in its place.
        frame += frameSize
        while frame + frameSize <= log.count {
            let isCommit = word(frame + 4) != 0
            if isCommit, word(frame + 8) == word(16) || word(frame + 12) == word(20) { return true }
            frame += frameSize
        }
        return false
    }

    /// The checksum of a log, over all that comes before.
    private struct Sum {
        let isBigEndian: Bool
        var first: UInt32 = 0
        var second: UInt32 = 0

        mutating func add(_ log: UnsafeRawBufferPointer, _ range: Range<Int>) {
            var offset = range.lowerBound
            while offset < range.upperBound {
                let words = (
                    log.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
                    log.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                )
                first &+= (isBigEndian ? UInt32(bigEndian: words.0) : UInt32(littleEndian: words.0)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: words.1) : UInt32(littleEndian: words.1)) &+ first
                offset += 8
            }
        }
    }
}
