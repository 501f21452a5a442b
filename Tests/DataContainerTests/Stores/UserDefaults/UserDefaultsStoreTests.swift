import DataContainer
import DataContainerTesting
import Foundation
import Testing

@Suite("User defaults: plain values, and the data of apps that used them before")
struct UserDefaultsStoreTests {
    let suites = TemporarySuites()

    @Test func valuesArePlain() throws {
        let store = suites.store(prefix: "p.")
        _ = try store.commit(
            ChangeSet(updates: [
                "bool": .bool(true), "integer": .integer(5), "real": .real(2.5), "text": .text("x"),
                "data": .data(Data([1])), "date": .date(12), "json": .json("[1]"), "null": .json("null"),
            ]), durability: .process)
        let defaults = try #require(UserDefaults(suiteName: store.suiteName))
        #expect(defaults.bool(forKey: "p.bool"))
        #expect(defaults.integer(forKey: "p.integer") == 5)
        #expect(defaults.double(forKey: "p.real") == 2.5)
        #expect(defaults.string(forKey: "p.text") == "x")
        #expect(defaults.data(forKey: "p.data") == Data([1]))
        #expect(defaults.object(forKey: "p.date") as? Date == Date(timeIntervalSinceReferenceDate: 12))
        #expect(defaults.string(forKey: "p.json") == "[1]")
        let wrapped = defaults.dictionary(forKey: "p.null") as? [String: String]
        #expect(wrapped == ["DataContainer.type": "json", "value": "null"])
    }

    static let native: [(any Sendable, StoredValue)] = [
        (true, .bool(true)), (false, .bool(false)), (1, .integer(1)), (0, .integer(0)), (Int.max, .integer(.max)),
        (1.0, .real(1)), (0.0, .real(0)), (0.25, .real(0.25)), (Float(0.5), .real(0.5)), (UInt8(7), .integer(7)),
        (Double.nan, .text("nan")), (-Double.infinity, .text("-inf")), (UInt64.max, .text("18446744073709551615")),
        ("text", .text("text")), (Data([1, 2]), .data(Data([1, 2]))),
        (Date(timeIntervalSinceReferenceDate: 5), .date(5)),
        ([1, 2, 3], .json("[1,2,3]")),
        (
            ["b": 1, "a": [true, "x/y"] as [any Sendable]] as [String: any Sendable],
            .json("{\"a\":[true,\"x/y\"],\"b\":1}")
        ),
        ([String](), .json("[]")), ([String: Int](), .json("{}")),
        (["DataContainer.type": "x"], .json("{\"DataContainer.type\":\"x\"}")),
    ]

    @Test(arguments: native.indices)
    func dataOfOtherCodeIsFound(_ index: Int) throws {
        let store = suites.store()
        let (object, value) = Self.native[index]
        let defaults = try #require(UserDefaults(suiteName: store.suiteName))
        defaults.set(object, forKey: "key")
        defaults.synchronize()
        for keys in [["key"], nil] {
            let snapshot = try store.load(keys)
            #expect(snapshot.entries.mapValues(\.value) == ["key": value])
            #expect(snapshot.entries["key"].map { $0.revision > .zero } == true)
        }
    }

    @Test func whatIsNoStoredValueIsReportedAndStays() throws {
        let store = suites.store()
        let defaults = try #require(UserDefaults(suiteName: store.suiteName))
        defaults.set([Data([1])], forKey: "list")
        defaults.set(1, forKey: "number")
        defaults.synchronize()
        _ = try store.commit(ChangeSet(updates: ["other": .integer(2)]), durability: .process)
        let snapshot = try store.load(nil)
        #expect(snapshot.entries.mapValues(\.value) == ["number": .integer(1), "other": .integer(2)])
        #expect(snapshot.unreadable["list"]?.code == .unsupported)
        #expect(defaults.array(forKey: "list") as? [Data] == [Data([1])])
    }

    @Test func onlyTheSuitesOwnDomainIsRead() throws {
        let store = suites.store()
        let defaults = try #require(UserDefaults(suiteName: store.suiteName))
        defaults.register(defaults: ["registered": 1])
        #expect(defaults.object(forKey: "registered") != nil)
        #expect(try store.load(["registered"]).entries.isEmpty)
        #expect(try store.load(nil).entries.isEmpty)
    }

    @Test func prefixesKeepEntriesApart() throws {
        let first = suites.store(prefix: "a.")
        let second = UserDefaultsStore(suiteName: first.suiteName, prefix: "b.")
        let all = UserDefaultsStore(suiteName: first.suiteName)
        _ = try first.commit(ChangeSet(updates: ["x": .integer(1)]), durability: .process)
        _ = try second.commit(ChangeSet(updates: ["x": .integer(2)]), durability: .process)
        _ = try first.commit(ChangeSet(updates: ["y": .integer(3)], removals: ["x"]), durability: .process)
        #expect(try first.load(nil).entries.mapValues(\.value) == ["y": .integer(3)])
        #expect(try second.load(nil).entries.mapValues(\.value) == ["x": .integer(2)])
        #expect(try all.load(nil).entries.mapValues(\.value) == ["a.y": .integer(3), "b.x": .integer(2)])
    }

    @Test func standardDefaultsAreTheDefault() throws {
        let store: some Store = .userDefaults(prefix: "DataContainerTests.\(UUID()).")
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .integer(1)])
        _ = try store.commit(ChangeSet(removals: ["a"]), durability: .process)
        #expect(try store.load(nil).entries.isEmpty)
    }

    @Test func numberThatIsNotFiniteIsRefused() throws {
        let store = suites.store()
        let error = #expect(throws: StoreError.self) {
            try store.commit(ChangeSet(updates: ["a": .integer(1), "b": .date(.infinity)]), durability: .process)
        }
        #expect(error?.code == .unsupported)
        #expect(try store.load(nil).entries.isEmpty)
    }
}
