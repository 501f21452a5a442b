#if os(Linux)
import Foundation
import Testing

@testable import DataContainer

@Suite("What replaces a file is on the disk before it does")
struct PowerCutTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func commitToAFile() throws {
        let store = FileStore.file(at: folder.file("state"))
        let written = FileSynchronizations.Call(
            name: "state.writing", names: ["state", "state.lock", "state.writing"])
        let renamed = FileSynchronizations.Call(name: "", names: ["state", "state.lock"])
        _ = try store.commit(ChangeSet(updates: ["a": .integer(0)]), durability: .process)
        for (durability, expected) in [(Durability.process, [written]), (.power, [written, renamed])] {
            let calls = try FileSynchronizations.of(folder) {
                _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: durability)
            }
            #expect(calls == expected)
        }
        // An empty commit makes durable what was committed before.
        let calls = try FileSynchronizations.of(folder) {
            _ = try store.commit(ChangeSet(), durability: .power)
        }
        #expect(calls == [.init(name: "state", names: renamed.names), renamed])
        let none = try FileSynchronizations.of(folder) { _ = try store.commit(ChangeSet(), durability: .process) }
        #expect(none == [])
    }

    @Test(arguments: ["state.writing", ""])
    func brokenDisk(_ name: String) throws {
        let store = FileStore.file(at: folder.file("state"))
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        _ = FileSynchronizations.of(folder, failing: name) {
            let error = #expect(throws: StoreError.self) {
                try store.commit(ChangeSet(updates: ["a": .integer(2)]), durability: .power)
            }
            #expect(error?.code == .inputOutput)
        }
        #expect(try folder.names == ["state", "state.lock"])
        if name != "" { #expect(try store.load(nil).entries["a"]?.value == .integer(1)) }
        _ = try store.commit(ChangeSet(updates: ["a": .integer(3)]), durability: .power)
        #expect(try FileStore.file(at: store.url).load(nil).entries["a"]?.value == .integer(3))
    }

    /// What was known of a damaged file cannot be put in its place: it is with the next commit.
    @Test func brokenDiskWhileADamagedFileIsSetAside() throws {
        let store = FileStore(url: folder.file("state"), format: .json, timing: .init(settling: 0))
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        try Data("garbage".utf8).write(to: store.url)
        _ = try FileSynchronizations.of(folder, failing: "state.writing") {
            let known = try store.load(nil).entries
            #expect(known["a"]?.value == .integer(1))
        }
        #expect(try store.load(nil).entries["a"]?.value == .integer(1))
        _ = try store.commit(ChangeSet(updates: ["b": .integer(1)]), durability: .process)
        #expect(try FileStore.file(at: store.url).load(nil).entries.keys.sorted() == ["a", "b"])
    }

    @Test func backup() throws {
        let store = SQLiteStore(url: folder.file())
        _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .process)
        let calls = try FileSynchronizations.of(folder) { try store.backUpIfDue(now: Date()) }
        #expect(calls.map(\.name).suffix(2) == ["store.sqlite.backup-new", ""])
        #expect(calls.last?.names.contains("store.sqlite.backup-new") == false)
    }

    @Test func backupOnABrokenDiskLeavesTheLastOne() throws {
        let store = SQLiteStore(url: folder.file())
        for value in [1, 2] as [Int64] {
            _ = try store.commit(ChangeSet(updates: ["a": .integer(value)]), durability: .process)
            _ = FileSynchronizations.of(folder, failing: value == 1 ? nil : "store.sqlite.backup-new") {
                do {
                    try store.backUpIfDue(now: Date() + Double(value) * 48 * 60 * 60)
                    #expect(value == 1)
                } catch {
                    #expect(value == 2)
                }
            }
        }
        #expect(SQLiteBackup(folder.file().path).content()?.entries["a"]?.value == .integer(1))
    }

    @Test func recovery() throws {
        try Data("garbage".utf8).write(to: folder.file())
        let calls = try FileSynchronizations.of(folder) { _ = try SQLiteStore(url: folder.file()).load(nil) }
        // The new file has a name that a power cut leaves before the damaged one loses it; then it takes that name.
        #expect(calls.last?.name == "")
        #expect(calls.last?.names.contains("store.sqlite") == true)
        #expect(calls.last?.names.contains { $0.contains(".recover") } == false)
    }
}
#endif
