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
}

@Suite("What an archive holds is what the archiver writes")
struct ArchivedStructureTests {
    private typealias Object = CraftedPropertyList.Object

    /// An archive of an array.
    private func archive(
        _ parts: [Object], others: [Object] = [.text("x")], hints: [(String, Object)] = [], version: UInt32 = 100_000
    ) -> Archived<NSArray> {
        let classes: [(String, Object)] = [
            ("$classname", .text("NSArray")), ("$classes", .array([.text("NSArray"), .text("NSObject")])),
        ]
        let array: Object = .dictionary([("$class", .reference(2)), ("NS.objects", .array(parts))])
        let list = CraftedPropertyList(archive: [array, .dictionary(classes + hints)] + others, version: version)
        return Archived(data: list.data)
    }

    private func expect(
        _ reason: String, _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Any
    ) {
        let error = #expect(throws: SecureArchive.Failure.self, sourceLocation: location) { _ = try body() }
        #expect(error?.description == "it is no archive that can be read: \(reason)", sourceLocation: location)
    }

    @Test func soundOneIsRead() throws {
        #expect(try archive([.reference(3)]).object(also: [NSString.self]) == ["x"])
        #expect(try archive([.reference(3), .reference(3)]).object(also: [NSString.self]) == ["x", "x"])
    }

    @Test func otherVersionIsRefused() {
        expect("it has not the members of one") { try archive([.reference(3)], version: 100_001).object() }
    }

    @Test func otherClassesToTakeAreRefused() {
        expect("an object's class is damaged") {
            try archive([.reference(3)], hints: [("$classhints", .array([.text("NSString")]))]).object()
        }
    }

    @Test func placesOfACollectionHoldObjects() {
        expect("a collection holds nothing at one place") { try archive([.reference(0)]).object() }
        expect("a collection holds something that is no object") { try archive([.text("x")]).object() }
        expect("a list is in a list") {
            try archive(
                [.reference(3)], others: [.dictionary([("$class", .reference(2)), ("x", .array([.array([])]))])]
            ).object()
        }
        expect("a reference leads outside") { try archive([.reference(4)]).object() }
    }

    @Test func circlesAreRefused() {
        expect("its objects refer to one another in a circle") { try archive([.reference(1)]).object() }
        let inner: Object = .dictionary([("$class", .reference(2)), ("NS.objects", .array([.reference(1)]))])
        expect("its objects refer to one another in a circle") {
            try archive([.reference(3)], others: [inner]).object()
        }
    }

    @Test func depthIsLimited() throws {
        func chain(_ count: Int) -> Harbour {
            (1..<count).reduce(Harbour(name: "0", number: 0)) { Harbour(name: "\($1)", number: $1, next: $0) }
        }
        #expect(try Archived(chain(127)).object().number == 126)
        expect("its objects lie too deep") { try Archived(chain(128)) }
    }

    /// Followed each time that it is referred to, the innermost would be looked at 2^26 times.
    @Test(.timeLimit(.minutes(1))) func sharedObjectsAreFollowedOnce() throws {
        let arrays = (1...26).map { level -> Object in
            // The one with the description of the class is the second; the last array is empty.
            let inner = UInt8(level + 2)
            let parts: [Object] = level == 26 ? [] : [.reference(inner), .reference(inner)]
            return .dictionary([("$class", .reference(2)), ("NS.objects", .array(parts))])
        }
        let description: Object = .dictionary([
            ("$classname", .text("NSArray")), ("$classes", .array([.text("NSArray"), .text("NSObject")])),
        ])
        let list = CraftedPropertyList(archive: [arrays[0], description] + arrays.dropFirst())
        #expect(try ArchiveStructure.check(list.data) == ["NSArray"])
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
