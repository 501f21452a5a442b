#if !canImport(Darwin)
import Foundation
import Testing

@testable import DataContainer

/// Where Foundation keeps user defaults in a file of its own.
@Suite("User defaults in a file: nothing is lost silently")
struct UserDefaultsFileTests {
    let suites = TemporarySuites()

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/config"], "suite", "/config/suite.plist"),
        ([:], "suite", "/home/me/.config/suite.plist"),
        (["XDG_CONFIG_HOME": "relative"], "suite", "/home/me/.config/suite.plist"),
        (["XDG_CONFIG_HOME": ""], "a/b", "/home/me/.config/a/b.plist"),
        ([:], "/absolute/suite", "/absolute/suite.plist"), (["HOME": "/other"], "suite", "/other/.config/suite.plist"),
    ])
    func place(_ environment: [String: String], _ domain: String, _ path: String) {
        #expect(UserDefaultsFile(domain: domain, environment: environment, home: "/home/me").path == path)
    }

    /// Every value in another process, which has only the file.
    @Test func valuesComeBackInAnotherProcess() throws {
        let folder = try TemporaryFolder()
        for environment in [["XDG_CONFIG_HOME": folder.url.path], ["XDG_CONFIG_HOME": "", "HOME": folder.url.path]] {
            for (key, value) in [("plain", "x"), ("mark", "\u{FEFF}x"), ("control", "\u{1}\r\n\t"), ("empty", "")] {
                let lines = try StoreChildProcess.run(
                    ["defaults-write", "suite", key, value], environment: environment)
                #expect(lines == ["done"])
            }
            let found = try StoreChildProcess.run(["defaults-read", "suite"], environment: environment)
            #expect(found == ["control text 010d0a09", "empty text ", "mark text efbbbf78", "plain text 78"])
        }
        #expect(try folder.names == [".config", "suite.plist"])
    }

    @Test func everyKindComesBackInAnotherProcess() throws {
        let store = suites.store()
        let values: [String: StoredValue] = [
            "bool": .bool(true), "false": .bool(false), "one": .integer(1), "zero": .integer(0), "min": .integer(.min),
            "max": .integer(.max), "real one": .real(1), "real zero": .real(0), "negative zero": .real(-0.0),
            "third": .real(1 / 3), "tiny": .real(.leastNonzeroMagnitude), "huge": .real(.greatestFiniteMagnitude),
            "date": .date(5), "early": .date(-1.25), "fraction": .date(700_000_000.123_456_7), "far": .date(1e15),
            "date zero": .date(-0.0), "data": .data(Data(0...255)), "no data": .data(Data()), "text": .text("a\0b"),
            "null": .json("null"), "nul": .text("\0"),
        ]
        _ = try store.commit(ChangeSet(updates: values), durability: .power)
        let expected = values.sorted { $0.key < $1.key }.map { key, value in "\(key) \(hexadecimal(value))" }
        #expect(try StoreChildProcess.run(["defaults-read", try #require(store.suiteName)]) == expected)
    }

    private func hexadecimal(_ value: StoredValue) -> String {
        let bytes: [UInt8] =
            switch value {
            case .bool(let value): [value ? 1 : 0]
            case .integer(let value): withUnsafeBytes(of: value.bigEndian, Array.init)
            case .real(let value), .date(let value): withUnsafeBytes(of: value.bitPattern.bigEndian, Array.init)
            case .text(let value), .json(let value): Array(value.utf8)
            case .data(let value): Array(value)
            }
        return value.kind.rawValue + " " + bytes.map { String(format: "%02x", $0) }.joined()
    }

    @Test(arguments: ["", "garbage", "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</ke"])
    func damagedFileIsLeftAlone(_ content: String) throws {
        let store = suites.store()
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        let url = URL(filePath: UserDefaultsFile(domain: try #require(store.suiteName)).path)
        let good = try Data(contentsOf: url)
        try Data(content.utf8).write(to: url)
        let calls: [() throws -> Void] = [
            { _ = try store.load(nil) }, { _ = try store.load(["a"]) },
            { _ = try store.commit(ChangeSet(updates: ["b": .integer(2)]), durability: .process) },
            { _ = try store.commit(ChangeSet(), durability: .power) },
        ]
        for call in calls {
            let error = #expect(throws: StoreError.self) { try call() }
            #expect(error?.code == .damaged)
            #expect(error?.message.contains("repair it, or move it away") == true)
        }
        #expect(try Data(contentsOf: url) == Data(content.utf8))
        try good.write(to: url)
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .integer(1)])
        _ = try store.commit(ChangeSet(updates: ["b": .integer(2)]), durability: .process)
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .integer(1), "b": .integer(2)])
    }

    /// A file that cannot be written makes the commit fail, and nothing of it is there afterwards.
    @Test func failedCommitChangesNothing() throws {
        let folder = try TemporaryFolder()
        let store = UserDefaultsStore(suiteName: folder.url.appending(path: "inner/suite").path)
        let inner = folder.url.appending(path: "inner")
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1), "b": .integer(1)]), durability: .process)
        // A file in the place of the folder: even root cannot write there.
        let away = folder.url.appending(path: "away")
        try FileManager.default.moveItem(at: inner, to: away)
        try Data().write(to: inner)
        let error = #expect(throws: StoreError.self) {
            try store.commit(
                ChangeSet(updates: ["a": .integer(2), "c": .integer(2)], removals: ["b"]), durability: .process)
        }
        #expect(error?.code == .cannotOpen, "\(error as Any)")
        try FileManager.default.removeItem(at: inner)
        try FileManager.default.moveItem(at: away, to: inner)
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .integer(1), "b": .integer(1)])
        _ = try store.commit(ChangeSet(updates: ["d": .integer(4)]), durability: .process)
        #expect(
            try store.load(nil).entries.mapValues(\.value) == ["a": .integer(1), "b": .integer(1), "d": .integer(4)])
    }

    @Test func changesOfAnotherProcessAreSeen() throws {
        let store = suites.store()
        let suite = try #require(store.suiteName)
        _ = try store.commit(ChangeSet(updates: ["a": .text("1")]), durability: .process)
        #expect(try StoreChildProcess.run(["defaults-write", suite, "b", "2"]) == ["done"])
        #expect(try store.load(nil).entries.mapValues(\.value) == ["a": .text("1"), "b": .text("2")])
        _ = try store.commit(ChangeSet(updates: ["c": .text("3")]), durability: .process)
        #expect(try StoreChildProcess.run(["defaults-read", suite]) == ["a text 31", "b text 32", "c text 33"])
    }
}
#endif
