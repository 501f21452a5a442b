import Foundation
import Testing

@testable import DataContainer

@Suite("Damage in the log is found, and a process that died is no damage")
struct SQLiteLogTests {
    let folder: TemporaryFolder
    static let commits = 12

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Takes the files of a store away while it is open: every commit is in the log.
    private func files() throws -> (file: Data, log: Data) {
        let source = try TemporaryFolder()
        let store = SQLiteStore(url: source.file())
        for number in 1...Self.commits {
            _ = try store.commit(
                ChangeSet(updates: ["a": .integer(Int64(number)), "b \(number)": .text("value \(number)")]),
                durability: .process)
        }
        return (try Data(contentsOf: source.file()), try Data(contentsOf: source.file("store.sqlite-wal")))
    }

    private func losesCommits(_ log: Data) -> Bool {
        log.withUnsafeBytes { SQLiteLog.losesCommits($0) }
    }

    private static func lastFrame(_ log: Data) -> Int { log.count - 2_072 }

    @Test func logThatWasCutOffIsNotDamaged() throws {
        let log = try files().log
        #expect((log.count - 32) % 2_072 == 0)
        for length in stride(from: 0, through: log.count, by: Torture.isOn ? 1 : 97) {
            #expect(!losesCommits(log.prefix(length)), "\(length)")
        }
    }

    /// In the last frame, it cannot be told from a process that died while it wrote.
    @Test func changedByteIsFound() throws {
        let log = try files().log
        for offset in stride(from: 0, to: Self.lastFrame(log), by: Torture.isOn ? 1 : 53) {
            var damaged = log
            damaged[offset] ^= 0x10
            #expect(losesCommits(damaged), "\(offset)")
        }
        var damaged = log
        damaged[log.count - 1] ^= 0x10
        #expect(!losesCommits(damaged))
    }

    @Test func whatAnEarlierLogLeftIsNotDamage() throws {
        let url = folder.file()
        let store = SQLiteStore(url: url)
        for number in 0..<40 {
            _ = try store.commit(ChangeSet(updates: ["a": .integer(Int64(number))]), durability: .process)
        }
        // From here on, the log is written over from its beginning.
        try RawDatabase(url).execute("PRAGMA wal_checkpoint(RESTART)")
        _ = try store.commit(ChangeSet(updates: ["a": .integer(41)]), durability: .process)
        let log = try Data(contentsOf: folder.file("store.sqlite-wal"))
        #expect(log.count > 40 * 2_072)
        #expect(!losesCommits(log))
    }

    @Test func storeReportsItOnceAndGoesOn() throws {
        let (file, log) = try files()
        for offset in stride(from: 8, to: Self.lastFrame(log), by: log.count / 9) {
            let folder = try TemporaryFolder()
            var damaged = log
            damaged[offset] ^= 0xFF
            try file.write(to: folder.file())
            try damaged.write(to: folder.file("store.sqlite-wal"))
            do {
                let store = SQLiteStore(url: folder.file())
                let snapshot = try store.load(nil)
                #expect(snapshot.notices.count == 1 && snapshot.notices[0].key == nil, "\(offset)")
                let name = try #require(folder.names.first { $0.contains(".damaged-") })
                #expect(snapshot.notices.first?.message.contains(name) == true)
                #expect(try Data(contentsOf: folder.file(name)) == damaged)
                // All of some commit, and nothing of a later one.
                if case .integer(let last)? = snapshot.entries["a"]?.value {
                    #expect(snapshot.entries.count == last + 1)
                    #expect(snapshot.entries["b \(last)"]?.value == .text("value \(last)"))
                } else {
                    #expect(snapshot.entries.isEmpty)
                }
                _ = try store.commit(ChangeSet(updates: ["a": .integer(99)]), durability: .process)
            }
            let again = try SQLiteStore(url: folder.file()).load(nil)
            #expect(again.notices.isEmpty, "\(offset)")
            #expect(again.entries["a"]?.value == .integer(99))
        }
    }

    @Test func containerSavesWhatItHas() throws {
        let (file, log) = try files()
        var damaged = log
        damaged[3_000] ^= 0xFF
        try file.write(to: folder.file())
        try damaged.write(to: folder.file("store.sqlite-wal"))
        let errors = Log<ContainerError>()
        let state = AppState(store: .sqlite(at: folder.file()), saving: .manually, lifecycle: .none) {
            errors.append($0)
        }
        waitUntil("the report") { errors.all.contains { $0.code == .recovered } }
        state.launches = 3
        try state.save()
        let again = AppState(store: .sqlite(at: folder.file()), saving: .manually, lifecycle: .none)
        #expect(again.launches == 3)
    }

    /// Whoever opens the file while another one writes sees a log that changes under its eyes.
    @Test func logThatIsBeingWrittenIsNotDamaged() throws {
        let url = folder.file()
        let writer = SQLiteStore(url: url)
        let isOver = Lock(false)
        let done = onThread("writer") {
            var number: Int64 = 0
            while !isOver.withLock({ $0 }) {
                number += 1
                _ = try? writer.commit(ChangeSet(updates: ["a": .integer(number)]), durability: .process)
            }
        }
        for _ in 0..<(Torture.isOn ? 3_000 : 200) {
            #expect(try SQLiteStore(url: url).load(["a"]).notices.isEmpty)
        }
        isOver.withLock { $0 = true }
        done.wait()
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") })
    }
}
