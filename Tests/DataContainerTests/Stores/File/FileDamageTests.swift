import DataContainer
import Foundation
import Testing

@Suite("Damage of a checked file is found, never believed")
struct FileDamageTests {
    static let values: [String: StoredValue] = [
        "flag": .bool(true), "off": .bool(false), "launches": .integer(41), "name": .text("Ada"), "ratio": .real(0.5),
        "bytes": .data(Data([1, 2, 3])), "since": .date(700_000_000.25), "list": .json("[1,2]"), "big": .integer(.max),
        "nul": .text("a\0b"),
    ]

    static func bytes(_ format: FileFormat) throws -> Data {
        let folder = try TemporaryFolder()
        let store = FileStore(url: folder.file(), format: format)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            _ = try store.commit(ChangeSet(updates: [key: value]), durability: .process)
        }
        return try Data(contentsOf: store.url)
    }

    /// Requires that each entry is right or reported, and that a later commit works.
    static func check(_ bytes: Data, _ format: FileFormat, _ comment: String) throws -> Bool {
        let folder = try TemporaryFolder()
        // Written long ago, so that nobody waits for whoever is saving it.
        try bytes.write(to: folder.file())
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder.file().path)
        let store = FileStore(url: folder.file(), format: format)
        do throws(StoreError) {
            let snapshot = try store.load(nil)
            let isSetAside = !snapshot.notices.isEmpty
            if isSetAside { #expect(snapshot.entries.isEmpty, "\(comment)") }
            for (key, value) in values {
                if let found = snapshot.entries[key] {
                    #expect(found.value == value, "\(comment): \(key)")
                } else if !isSetAside {
                    #expect(snapshot.unreadable[key]?.code == .damaged, "\(comment): \(key) is missing")
                }
            }
            _ = try store.commit(ChangeSet(updates: ["launches": .integer(42)]), durability: .process)
            let again = try FileStore(url: folder.file(), format: format).load(nil)
            #expect(again.entries["launches"]?.value == .integer(42), "\(comment)")
            // What could not be read is still there, and still not believed.
            #expect(Set(again.unreadable.keys) == Set(snapshot.unreadable.keys).subtracting(["launches"]), "\(comment)")
            return isSetAside || !snapshot.unreadable.isEmpty
        } catch {
            #expect(error.code == .newerLayout, "\(comment): \(error)")
            return true
        }
    }

    @Test(arguments: [FileFormat.propertyList, .archive])
    func flippedBytes(_ format: FileFormat) throws {
        let bytes = try Self.bytes(format)
        var reported = 0
        for offset in stride(from: 0, to: bytes.count, by: Torture.count(5, all: 1)) {
            for mask in [UInt8(0xFF), 1 << (offset % 8)] {
                var damaged = bytes
                damaged[offset] ^= mask
                if try Self.check(damaged, format, "byte \(offset) ^ \(mask)") { reported += 1 }
            }
        }
        #expect(reported > 100)
    }

    @Test(arguments: FileFormat.allCases)
    func truncatedFiles(_ format: FileFormat) throws {
        let bytes = try Self.bytes(format)
        // Only the line feed at the end is not missed.
        for length in stride(from: 0, to: bytes.count - 1, by: Torture.count(23, all: 1)) {
            #expect(try Self.check(bytes.prefix(length), format, "\(length) bytes"))
        }
    }

    @Test func textOfAnEntryInAPropertyListIsChecked() throws {
        let text = String(decoding: try Self.bytes(.propertyList), as: UTF8.self)
        #expect(try Self.check(Data(text.replacing("Ada", with: "Bob").utf8), .propertyList, "another name"))
        #expect(try Self.check(Data(text.replacing("<true/>", with: "<false/>").utf8), .propertyList, "not true"))
    }

    /// The number that is damaged is the one by which those of the entries are measured.
    @Test(arguments: ["0", "-1", "-9223372036854775808"])
    func damagedRevisionOfAPropertyList(_ number: String) throws {
        let text = String(decoding: try Self.bytes(.propertyList), as: UTF8.self)
        let damaged = text.replacing(
            /(<key>entries<\/key>.*<\/array>.*<key>revision<\/key>\s*<integer>)10</.dotMatchesNewlines()
        ) { "\($0.output.1)\(number)<" }
        #expect(damaged != text)
        #expect(try Self.check(Data(damaged.utf8), .propertyList, number))
    }

    /// Foundation, which a damaged property list in the binary form can stop, is not given one.
    @Test func propertyListInAnArchiveIsCheckedBeforeItIsRead() throws {
        var bytes = try Self.bytes(.archive)
        let outer = try #require(bytes.range(of: Data("bplist00".utf8)))
        let inner = try #require(bytes.range(of: Data("bplist00".utf8), in: outer.upperBound..<bytes.endIndex))
        bytes[inner.upperBound] ^= 1
        let folder = try TemporaryFolder()
        try bytes.write(to: folder.file())
        let notices = try FileStore(url: folder.file(), format: .archive).load(["name"]).notices
        #expect(notices.first?.message.contains("its checksum is wrong") == true)
    }
}
