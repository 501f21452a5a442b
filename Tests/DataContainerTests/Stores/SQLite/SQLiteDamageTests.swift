import Foundation
import Testing

@testable import DataContainer

@Suite("Damage is found, never believed")
struct SQLiteDamageTests {
    static let values: [String: StoredValue] = {
        var values: [String: StoredValue] = [
            "flag": .bool(true), "off": .bool(false), "launches": .integer(41), "name": .text("Ada"),
            "ratio": .real(0.5),
            "bytes": .data(Data([1, 2, 3])), "since": .date(700_000_000.25), "list": .json("[1,2]"),
            "big": .integer(.max),
        ]
        for number in values.count..<50 { values["entry \(number)"] = .text("the value of \(number)") }
        return values
    }()

    /// The bytes of a file with 50 entries, closed.
    static func file(in folder: TemporaryFolder) throws -> Data {
        do {
            let store = SQLiteStore(url: folder.file())
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                _ = try store.commit(ChangeSet(updates: [key: value]), durability: .process)
            }
        }
        return try Data(contentsOf: folder.file())
    }

    /// What became of a damaged file.
    enum Outcome {
        case right, reported, refused
    }

    /// Loads from a file with these bytes and requires that each entry is right or reported, and that the store works
    /// afterwards.
    static func check(_ bytes: Data, _ comment: String, in folder: TemporaryFolder) throws -> Outcome {
        for name in try folder.names { try FileManager.default.removeItem(at: folder.file(name)) }
        let url = folder.file()
        try bytes.write(to: url)
        var outcome = Outcome.right
        do throws(StoreError) {
            let store = SQLiteStore(place: .file(url), patience: 100)
            for keys in [Array(values.keys), nil] {
                let snapshot = try store.load(keys)
                if !snapshot.notices.isEmpty || !snapshot.unreadable.isEmpty { outcome = .reported }
                for (key, value) in values {
                    if let found = snapshot.entries[key] {
                        #expect(found.value == value, "\(comment): \(key)")
                    } else if snapshot.unreadable[key]?.code != .damaged {
                        #expect(outcome == .reported, "\(comment): \(key) is missing")
                    }
                }
            }
            _ = try store.commit(
                ChangeSet(updates: ["launches": .integer(42), "new": .text("x")]), durability: .process)
        } catch {
            // One changed byte can make it another version's file, or another program's: then it is left alone.
            #expect([.newerLayout, .cannotOpen].contains(error.code), "\(comment): \(error)")
            #expect(try Data(contentsOf: url) == bytes, "\(comment)")
            return .refused
        }
        let reopened = try SQLiteStore(url: url).load(["launches", "new"])
        #expect(reopened.entries.mapValues(\.value) == ["launches": .integer(42), "new": .text("x")], "\(comment)")
        if let name = try folder.names.first(where: { $0.contains(".damaged-") && !$0.hasSuffix("-shm") }) {
            #expect(try Data(contentsOf: folder.file(name)) == bytes, "\(comment): the damaged file has changed")
        }
        return outcome
    }

    @Test func flippedBytes() throws {
        let bytes = try Self.file(in: try TemporaryFolder())
        let folder = try TemporaryFolder()
        var outcomes: [Outcome: Int] = [:]
        // The header and the start of each page decide most.
        for offset in bytes.indices where Torture.isOn || offset < 108 || offset % 2048 < 16 || offset % 67 == 0 {
            let mask: UInt8 = offset.isMultiple(of: 2) ? 0xFF : 1 << (offset / 2 % 8)
            var damaged = bytes
            damaged[offset] ^= mask
            outcomes[try Self.check(damaged, "byte \(offset) ^ \(mask)", in: folder), default: 0] += 1
        }
        #expect(outcomes[.reported] ?? 0 > 50, "\(outcomes)")
        // The four bytes of the layout's number.
        #expect(outcomes[.refused] ?? 0 <= 4, "\(outcomes)")
    }

    @Test func truncatedFiles() throws {
        let bytes = try Self.file(in: try TemporaryFolder())
        let folder = try TemporaryFolder()
        // An empty file is a new store.
        for length in 1..<bytes.count where Torture.isOn || length < 4 || length % 512 < 2 || length % 197 == 0 {
            let outcome = try Self.check(bytes.prefix(length), "\(length) bytes", in: folder)
            // What is missing at the very end may be an index without content.
            let isExpected = length < bytes.count - 2048 ? outcome == .reported : outcome != .refused
            #expect(isExpected, "\(length) bytes: \(outcome)")
        }
    }

    @Test func changedRowIsReportedAndCanBeSetAgain() throws {
        let folder = try TemporaryFolder()
        let store = SQLiteStore(url: folder.file())
        let revision = try store.commit(
            ChangeSet(updates: ["a": .integer(1), "b": .integer(2)]), durability: .process)
        for change in [
            "value = 3", "value = 1.0", "value = '1'", "value = NULL", "type = 'bool'", "type = 'removed'",
            "type = x'00'", "revision = 9", "checksum = 0", "checksum = 'x'", "type = 'unknown'",
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
        #expect(try store.load(nil).unreadable.keys.sorted() == ["launches"])
        #expect(try store.load(["name"]).entries["name"]?.value == .text("Ada"))
    }
}
