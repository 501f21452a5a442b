import DataContainer
import Foundation
import Testing

@Suite("A JSON file is made for people")
struct JSONFileTests {
    let folder: TemporaryFolder
    let store: FileStore

    init() throws {
        folder = try TemporaryFolder()
        store = .file(at: folder.file("state.json"))
    }

    private var text: String {
        get throws { try String(contentsOf: store.url, encoding: .utf8) }
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: store.url, options: .atomic)
    }

    private func value(_ key: String) throws -> StoredValue? {
        try store.load([key]).entries[key]?.value
    }

    @Test func plainAndSorted() throws {
        _ = try store.commit(
            ChangeSet(updates: [
                "name": .text("Ada/\u{E9}"), "launches": .integer(3), "flag": .bool(true), "ratio": .real(0.5),
                "whole": .real(3), "list": .json("[1,2.5,{\"a\":null}]"), "bytes": .data(Data([0, 1, 2])),
                "day": .date(700_000_000), "instant": .date(0.25), "letters": .json("[1.0]"), "none": .json("null"),
                "zero": .real(-0.0),
            ]), durability: .process)
        #expect(
            try text == """
                {
                  "$DataContainer" : {
                    "layout" : 1,
                    "revision" : 1,
                    "revisions" : {
                      "bytes" : 1,
                      "day" : 1,
                      "flag" : 1,
                      "instant" : 1,
                      "launches" : 1,
                      "letters" : 1,
                      "list" : 1,
                      "name" : 1,
                      "none" : 1,
                      "ratio" : 1,
                      "whole" : 1,
                      "zero" : 1
                    }
                  },
                  "bytes" : {
                    "$data" : "AAEC"
                  },
                  "day" : {
                    "$date" : "2023-03-08T20:26:40Z"
                  },
                  "flag" : true,
                  "instant" : {
                    "$date" : 0.25
                  },
                  "launches" : 3,
                  "letters" : {
                    "$json" : "[1.0]"
                  },
                  "list" : [
                    1,
                    2.5,
                    {
                      "a" : null
                    }
                  ],
                  "name" : "Ada/\u{E9}",
                  "none" : null,
                  "ratio" : 0.5,
                  "whole" : {
                    "$real" : 3
                  },
                  "zero" : {
                    "$real" : "-0.0"
                  }
                }

                """)
    }

    @Test(
        arguments: [
            ("3", .integer(3)), ("3.0", .integer(3)), ("1e2", .integer(100)), ("3.5", .real(3.5)),
            ("-0.0", .real(-0.0)),
            ("true", .bool(true)), ("null", .json("null")), ("\"x\"", .text("x")), ("{\"$real\": 3}", .real(3)),
            ("{ \"b\" : [ 1 ], \"a\" : \"\\u00e9\" }", .json("{\"a\":\"\u{E9}\",\"b\":[1]}")), ("[]", .json("[]")),
            ("{\"$date\": \"2023-03-08T20:26:40Z\"}", .date(700_000_000)), ("{\"$date\": 5}", .date(5)),
            ("{\"$date\": \"2023-03-08T20:26:40.5Z\"}", .date(700_000_000.5)),
            ("{\"$other\": 1}", .json("{\"$other\":1}")),
            ("{\"$real\": 5, \"$date\": 5}", .json("{\"$date\":5,\"$real\":5}")),
            ("123456789012345678901234567890", .text("123456789012345678901234567890")),
            ("0.1234567890123456789", .real(0.1234567890123456789)),
            ("18446744073709551615", .text("18446744073709551615")), ("-9223372036854775808", .integer(.min)),
            ("{\"$data\": \"AAEC\"}", .data(Data([0, 1, 2]))), ("{\"$json\": \"[1.0]\"}", .json("[1.0]")),
        ] as [(String, StoredValue)])
    func writtenByHand(_ text: String, _ expected: StoredValue) throws {
        try write("{\"a\": \(text)}")
        #expect(try value("a") == expected)
        // Another entry's commit leaves it as it is.
        _ = try store.commit(ChangeSet(updates: ["b": .integer(1)]), durability: .process)
        #expect(try FileStore(url: store.url, format: .json).load(["a"]).entries["a"]?.value == expected)
    }

    @Test(arguments: ["{\"$data\": \"?\"}", "{\"$date\": \"soon\"}", "{\"$real\": true}", "{\"$json\": 1}"])
    func mistakesAreReportedAndKept(_ text: String) throws {
        try write("{\"a\": \(text), \"b\": 1}")
        let snapshot = try store.load(nil)
        #expect(snapshot.unreadable["a"]?.code == .damaged)
        #expect(snapshot.entries.keys.sorted() == ["b"])
        _ = try store.commit(ChangeSet(updates: ["b": .integer(2)]), durability: .process)
        #expect(try store.load(["a"]).unreadable["a"]?.message.contains("'a'") == true)
        let compact = try self.text.filter { !$0.isWhitespace }
        #expect(compact.contains("\"a\":" + text.filter { !$0.isWhitespace }))
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        #expect(try value("a") == .integer(1))
    }

    @Test func otherProgramsNumbersAreKept() throws {
        try write("{\"big\": 123456789012345678901234567890, \"long\": {\"x\": [0.1234567890123456789012345]}}")
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        #expect(try text.contains("\"big\" : 123456789012345678901234567890"))
        #expect(try text.contains("0.1234567890123456789012345"))
    }

    @Test func editIsReadByAContainerAndMovesTheRevision() throws {
        do {
            let state = AppState(store: store, saving: .immediately)
            state.launches = 2
            state.someString = "x"
        }
        let before = try store.load(nil)
        try write(text.replacing("\"launches\" : 2", with: "\"launches\": 3"))
        let after = try store.load(nil)
        #expect(after.entries["launches"]?.value == .integer(3))
        #expect(after.revision > before.revision)
        #expect((after.entries["launches"]?.revision).map { $0 > before.revision } == true)
        #expect(after.entries["someString"] == before.entries["someString"])
        // A transaction that rests on the value before the edit is refused.
        let error = #expect(throws: StoreError.self) {
            try store.commit(
                ChangeSet(
                    updates: ["launches": .integer(9)],
                    expects: ["launches": before.entries["launches"]?.revision ?? .zero]), durability: .process)
        }
        #expect(error?.code == .conflict)
        #expect(AppState(store: FileStore(url: store.url, format: .json)).launches == 3)
    }

    @Test func olderVersionOfTheFileIsAChange() throws {
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        let old = try text
        let last = try store.commit(ChangeSet(updates: ["a": .integer(2), "b": .integer(1)]), durability: .process)
        try write(old)
        let snapshot = try store.load(nil)
        #expect(snapshot.entries.mapValues(\.value) == ["a": .integer(1)])
        #expect(snapshot.revision > last)
        #expect((snapshot.entries["a"]?.revision).map { $0 > last } == true)
        #expect(try store.commit(ChangeSet(updates: ["c": .integer(1)]), durability: .process) > snapshot.revision)
    }

    @Test func bookkeepingMayBeDeleted() throws {
        try write("{\"launches\": 7, \"$DataContainer\": \"mine\"}")
        #expect(try value("launches") == .integer(7))
        #expect(try store.load(nil).entries.keys.sorted() == ["launches"])
        #expect(try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process).rawValue == 2)
    }

    @Test func ownKeyIsRefused() throws {
        let error = #expect(throws: StoreError.self) {
            try store.commit(ChangeSet(updates: ["$DataContainer": .integer(1)]), durability: .process)
        }
        #expect(error?.code == .unsupported)
    }

    @Test func editLeavesTheRevisionsOfOtherEntries() throws {
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        _ = try store.commit(ChangeSet(updates: ["b": .integer(1)]), durability: .process)
        let before = try store.load(nil)
        try write("{\"a\": 1, \"b\": 2}")
        let after = try store.load(nil)
        #expect(after.entries["a"] == before.entries["a"])
        #expect(after.entries["b"]?.revision == after.revision && after.revision > before.revision)
    }

    /// The value is the one that was seen, but it has been another one meanwhile.
    @Test func commitOfTheSameValueMovesTheRevision() throws {
        let seen = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        let other = FileStore(url: store.url, format: .json)
        for value in [2, 1] as [Int64] {
            _ = try other.commit(ChangeSet(updates: ["a": .integer(value)]), durability: .process)
        }
        let error = #expect(throws: StoreError.self) {
            try store.commit(ChangeSet(updates: ["b": .integer(1)], expects: ["a": seen]), durability: .process)
        }
        #expect(error?.code == .conflict)
    }

    @Test(arguments: ["9223372036854775807", "4611686018427387904", "0", "-1", "\"x\"", "1.5"])
    func revisionsThatCannotBeAreNotBelieved(_ number: String) throws {
        try write(
            "{\"a\": 1, \"$DataContainer\": {\"layout\": 1, \"revision\": 3, \"revisions\": {\"a\": \(number)}}}")
        #expect(try store.load(nil).entries["a"] == Entry(value: .integer(1), revision: Revision(rawValue: 3)))
        try write("{\"b\": 1, \"$DataContainer\": {\"layout\": 1, \"revision\": \(number)}}")
        let snapshot = try store.load(nil)
        let revision = try store.commit(ChangeSet(updates: ["a": .integer(2)]), durability: .process)
        #expect(revision == snapshot.revision.next)
    }

    @Test func entryIsNoNewerThanItsFile() throws {
        try write(
            "{\"a\": 1, \"$DataContainer\": {\"layout\": 1, \"revision\": 3, \"revisions\": {\"a\": 9}}}")
        let snapshot = try store.load(nil)
        #expect(snapshot.entries["a"]?.revision == snapshot.revision)
    }

    @Test(arguments: ["{\"$date\":5}", "{\"$real\":3}", "{\"$data\":\"AAEC\"}", "{\"$json\":\"[]\"}"])
    func jsonThatLooksLikeOurOwnComesBack(_ text: String) throws {
        _ = try store.commit(ChangeSet(updates: ["a": .json(text)]), durability: .process)
        #expect(try FileStore(url: store.url, format: .json).load(["a"]).entries["a"]?.value == .json(text))
    }

    /// In the file, it lies a level deeper than by itself.
    @Test(arguments: [126, 127, 128])
    func deepestJSONComesBack(_ depth: Int) throws {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        _ = try store.commit(ChangeSet(updates: ["a": .json(text)]), durability: .process)
        let snapshot = try FileStore(url: store.url, format: .json).load(["a"])
        #expect(snapshot.entries["a"]?.value == .json(text))
        #expect(snapshot.notices.isEmpty)
    }

    @Test func tooDeepFileIsSetAside() throws {
        try write(String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000))
        #expect(try store.load(nil).notices.first?.message.contains("128 levels") == true)
    }
}
