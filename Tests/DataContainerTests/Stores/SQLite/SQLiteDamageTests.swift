import DataContainer
import Foundation
import Testing

@Suite("Damage is found, never believed")
struct SQLiteDamageTests {
    static let values: [String: StoredValue] = [
        "flag": .bool(true), "off": .bool(false), "launches": .integer(41), "name": .text("Ada"), "ratio": .real(0.5),
        "bytes": .data(Data([1, 2, 3])), "since": .date(700_000_000.25), "list": .json("[1,2]"), "big": .integer(.max),
    ]

    /// The bytes of a file with a few entries, closed.
    static func file(in folder: TemporaryFolder) throws -> Data {
        do {
            let store = SQLiteStore(url: folder.file())
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                _ = try store.commit(ChangeSet(updates: [key: value]), durability: .process)
            }
        }
        return try Data(contentsOf: folder.file())
    }

    /// Loads from a file with these bytes and requires that each entry is right or reported.
    ///
    /// - Returns: Whether anything was reported.
    static func check(_ bytes: Data, _ comment: String) throws -> Bool {
        let folder = try TemporaryFolder()
        let url = folder.file()
        try bytes.write(to: url)
        var isReported = false
        for keys in [Array(values.keys), nil] {
            let store = SQLiteStore(url: url)
            do throws(StoreError) {
                let snapshot = try store.load(keys)
                for (key, value) in values {
                    if let found = snapshot.entries[key] {
                        #expect(found.value == value, "\(comment): \(key)")
                    } else {
                        #expect(snapshot.unreadable[key]?.code == .damaged, "\(comment): \(key) is missing")
                    }
                }
                isReported = isReported || !snapshot.unreadable.isEmpty
            } catch {
                let expected: [StoreError.Code] = [.damaged, .newerLayout, .cannotOpen, .inputOutput]
                #expect(expected.contains(error.code), "\(comment): \(error)")
                isReported = true
            }
        }
        return isReported
    }

    /// Flips bits of each byte of the entries' own page, and of some of the others.
    @Test func flippedBytes() throws {
        let bytes = try Self.file(in: try TemporaryFolder())
        let pageSize = 2048
        let page = try #require(
            (0..<bytes.count / pageSize).first { page in
                bytes[page * pageSize..<(page + 1) * pageSize].range(of: Data("launchesinteger".utf8)) != nil
            })
        let entries = page * pageSize..<(page + 1) * pageSize
        var reported = 0
        for offset in bytes.indices where entries.contains(offset) || offset.isMultiple(of: 131) {
            // A page has a large gap without content.
            if entries.contains(offset), bytes[offset] == 0, !offset.isMultiple(of: 11) { continue }
            let mask: UInt8 = offset.isMultiple(of: 2) ? 0xFF : 1 << (offset / 2 % 8)
            var damaged = bytes
            damaged[offset] ^= mask
            if try Self.check(damaged, "byte \(offset) ^ \(mask)") { reported += 1 }
        }
        #expect(reported > 200)
    }

    @Test func truncatedFiles() throws {
        let bytes = try Self.file(in: try TemporaryFolder())
        // SQLite takes a file of one byte for an empty one, which is a new store.
        for length in stride(from: 2, to: bytes.count, by: 97) {
            _ = try Self.check(bytes.prefix(length), "\(length) bytes")
        }
        #expect(try Self.check(bytes.prefix(100), "100 bytes"))
        #expect(try Self.check(bytes.prefix(2048), "one page"))
    }

    @Test func changedRowIsReportedAndCanBeSetAgain() throws {
        let folder = try TemporaryFolder()
        let store = SQLiteStore(url: folder.file())
        let revision = try store.commit(
            ChangeSet(updates: ["a": .integer(1), "b": .integer(2)]), durability: .process)
        for change in [
            "value = 3", "value = 1.0", "value = '1'", "value = NULL", "type = 'bool'", "type = 'removed'",
            "type = x'00'",
            "revision = 9", "checksum = 0", "checksum = 'x'", "type = 'unknown'",
        ] {
            try RawDatabase(folder.file()).execute("UPDATE entries SET \(change) WHERE key = 'a'")
            let snapshot = try store.load(["a", "b"])
            #expect(snapshot.unreadable["a"]?.code == .damaged, "\(change)")
            #expect(snapshot.entries.keys.sorted() == ["b"], "\(change)")
            // To an expectation, what cannot be read is not there.
            _ = try store.commit(
                ChangeSet(updates: ["a": .integer(1)], expects: ["a": .zero, "b": revision]), durability: .process)
            #expect(try store.load(["a"]).entries["a"]?.value == .integer(1), "\(change)")
        }
    }

    @Test func entryWhoseKeyIsDamagedIsNotMissing() throws {
        let folder = try TemporaryFolder()
        var bytes = try Self.file(in: folder)
        let place = try #require(bytes.range(of: Data("launchesinteger".utf8)))
        bytes[place.lowerBound] = UInt8(ascii: "z")
        try bytes.write(to: folder.file())
        let store = SQLiteStore(url: folder.file())
        #expect(try store.load(["launches"]).unreadable["launches"]?.code == .damaged)
        #expect(try store.load(nil).unreadable["launches"]?.code == .damaged)
        #expect(try store.load(["name"]).entries["name"]?.value == .text("Ada"))
    }
}
