import DataContainerTesting
import Foundation
import Testing

@testable import DataContainer

/// A class of an app's own, with secure coding.
final class Harbour: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let name: String
    let number: Int
    let next: Harbour?

    init(name: String, number: Int, next: Harbour? = nil) {
        self.name = name
        self.number = number
        self.next = next
    }

    func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(number, forKey: "number")
        coder.encode(next, forKey: "next")
    }

    required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
        self.name = name as String
        number = coder.decodeInteger(forKey: "number")
        next = coder.decodeObject(of: Harbour.self, forKey: "next")
    }
}

/// A class whose coding is not secure.
final class Insecure: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { false }
    override init() {}
    func encode(with coder: NSCoder) {}
    required init?(coder: NSCoder) {}
}

@DataContainer
final class ArchiveState {
    var place: Archived<Harbour>?
    var link: Archived<NSURL>?
    var list: [Archived<NSURL>] = []
}

@Suite("Objects with secure coding are values")
struct ArchivedTests {
    @Test func comesBack() throws {
        let place = try Archived(Harbour(name: "A\0é", number: -3, next: Harbour(name: "next", number: 1))).object()
        #expect(place.name == "A\0é")
        #expect(place.number == -3)
        #expect(place.next?.name == "next")
        let url = try #require(NSURL(string: "https://example.com/a?b#c"))
        #expect(try Archived(url).object() == url)
        let array: NSArray = [1 as NSNumber, "two" as NSString, url]
        #expect(try Archived(array).object(also: [NSNumber.self, NSString.self, NSURL.self]) == array)
        #expect(try Archived("text" as NSString).object() == "text")
    }

    @Test func onlyTheClassesAskedFor() throws {
        let url = try #require(NSURL(string: "https://example.com"))
        let array = try Archived([url] as NSArray)
        #expect(throws: (any Error).self) { try array.object() }
        #expect(throws: (any Error).self) { try array.object(also: [NSString.self]) }
        #expect(throws: (any Error).self) { try Archived<Harbour>(data: Archived(url).data).object() }
        #expect(throws: (any Error).self) { try Archived<NSURL>(data: array.data).object(also: [NSArray.self]) }
    }

    @Test func insecureCodingIsRefused() {
        #expect(throws: (any Error).self) { try Archived(Insecure()) }
    }

    @Test func garbageIsAnError() throws {
        let bytes = try Archived(Harbour(name: "x", number: 1)).data
        let xml = try PropertyListSerialization.data(
            fromPropertyList: PropertyListSerialization.propertyList(from: bytes, format: nil), format: .xml, options: 0
        )
        for data in [
            Data(), Data("garbage".utf8), Data(repeating: 0xFF, count: 100), xml,
            Data("bplist00".utf8) + Data(count: 40),
        ] {
            let error = #expect(throws: SecureArchive.Failure.self) { try Archived<Harbour>(data: data).object() }
            #expect(error?.description.hasPrefix("it is no archive that can be read: ") == true)
        }
    }

    @Test func storedAsBytes() throws {
        let value = try Archived(Harbour(name: "x", number: 1))
        let coding = ValueCoding<Archived<Harbour>?>()
        #expect(try coding.encode(value, default: nil) == .data(value.data))
        #expect(try coding.decode(.data(value.data)) == value)
        #expect(throws: ValueError.self) { try coding.decode(.text("x")) }
        let store = MemoryStore()
        let state = ArchiveState(store: store, saving: .immediately)
        state.place = value
        state.list = [try Archived(#require(NSURL(string: "https://example.com")))]
        #expect(try store.load(["place"]).entries["place"]?.value == .data(value.data))
        let again = ArchiveState(store: store)
        #expect(again.place == value)
        #expect(try again.place?.object().name == "x")
        #expect(again.list == state.list)
    }

    /// As an app has saved it that used the original pattern.
    @Test func oldArchivedDataIsRead() throws {
        let suites = TemporarySuites()
        let suite = suites.name()
        let defaults = try #require(UserDefaults(suiteName: suite))
        let url = try #require(NSURL(string: "https://example.com"))
        defaults.set(try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true), forKey: "link")
        defaults.synchronize()
        #expect(try ArchiveState(store: .userDefaults(suite)).link?.object() == url)
    }

    @Test func circlesAreRefused() throws {
        let bytes = try Archived(Harbour(name: "x", number: 1, next: Harbour(name: "y", number: 2))).data
        let list = try BinaryPropertyList(bytes)
        // The inner object's "next" is made to lead to the outer object.
        let outer = try #require(
            list.objects.indices.first { number in
                list.members(number)?["next"].map { next in
                    if case .reference(0) = list.objects[next] { false } else { true }
                } ?? false
            })
        #expect(list.members(outer)?["next"] != nil)
        var refused = 0
        for offset in bytes.indices where bytes[offset] == 0x80 && bytes[offset + 1] == 0 {
            var damaged = bytes
            damaged[offset + 1] = 1
            do {
                _ = try Archived<Harbour>(data: damaged).object()
            } catch let error as SecureArchive.Failure where error.description.contains("in a circle") {
                refused += 1
            }
        }
        #expect(refused > 0)
    }
}

@Suite("Damaged archives are errors")
struct ArchivedDamageTests {
    /// In a process of its own, which Foundation would stop: every bit flipped in turn, every length.
    @Test(arguments: ["own", "url", "array", "dictionary"])
    func flippedAndCutOff(_ kind: String) throws {
        let lines = try StoreChildProcess.run(["archive-fuzz", kind, "0"])
        #expect(lines.last == "done")
        #expect(lines.count > 1_000)
    }
}
