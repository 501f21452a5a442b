import CSQLite
import Foundation
import Testing

@testable import DataContainer

@Suite("Faults while writing lose nothing", .serialized)
struct SQLiteFaultTests {
    let folder: TemporaryFolder
    let errors = Log<ContainerError>()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func container(_ url: URL) -> AppState {
        AppState(store: SQLiteStore(place: .file(url), patience: 50), saving: .immediately, lifecycle: .none) {
            [errors] in errors.append($0)
        }
    }

    private func saved(_ key: String, _ url: URL) throws -> StoredValue? {
        try SQLiteStore(url: url).load([key]).entries[key]?.value
    }

    /// Runs `mount`. Tests that need it are skipped where it is not allowed.
    private static func mount(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/mount")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    private static let canMount: Bool = {
        #if os(Linux)
        guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
        guard mount("-t", "tmpfs", "-o", "size=64k", "none", folder.url.path) else { return false }
        return umount2(folder.url.path, Int32(MNT_DETACH)) == 0
        #else
        return false
        #endif
    }()

    #if os(Linux)
    @Test(.enabled(if: canMount, "this process may not mount file systems, so no disk can be filled"))
    func fullDiskKeepsTheChangeUntilThereIsRoom() throws {
        #expect(Self.mount("-t", "tmpfs", "-o", "size=256k", "none", folder.url.path))
        defer { umount2(folder.url.path, Int32(MNT_DETACH)) }
        let state = container(folder.file())
        state.launches = 1
        #expect(state.status.isReady)
        let ballast = folder.file("ballast")
        _ = FileManager.default.createFile(atPath: ballast.path, contents: nil)
        let handle = try FileHandle(forWritingTo: ballast)
        while (try? handle.write(contentsOf: Data(repeating: 1, count: 4096))) != nil {}
        try handle.close()
        state.someString = String(repeating: "x", count: 100_000)
        #expect(state.status.error?.code == .full, "\(state.status)")
        #expect(state.hasUnsavedChanges && state.someString?.count == 100_000)
        #expect(errors.all.map(\.code) == [.cannotSave])
        #expect(throws: StoreError.self) { try state.save() }
        // Reading still works, here and elsewhere.
        try state.reload()
        #expect(try saved("launches", folder.file()) == .integer(1))
        try FileManager.default.removeItem(at: ballast)
        waitUntil("the change is saved") { !state.hasUnsavedChanges && state.status.isReady }
        #expect(try saved("someString", folder.file()) == .text(String(repeating: "x", count: 100_000)))
    }

    @Test(.enabled(if: canMount, "this process may not mount file systems, so none can be made read-only"))
    func readOnlyFileSystemKeepsTheChangeUntilItCanBeWritten() throws {
        #expect(Self.mount("-t", "tmpfs", "-o", "size=1m", "none", folder.url.path))
        defer { umount2(folder.url.path, Int32(MNT_DETACH)) }
        _ = try SQLiteStore(url: folder.file()).commit(
            ChangeSet(updates: ["launches": .integer(41)]), durability: .process)
        #expect(Self.mount("-o", "remount,ro", folder.url.path))
        let state = container(folder.file())
        state.someString = "later"
        #expect(state.status.error?.code == .readOnly, "\(state.status)")
        #expect(state.hasUnsavedChanges)
        #expect(errors.all.count == 1)
        #expect(Self.mount("-o", "remount,rw", folder.url.path))
        waitUntil("the change is saved") { !state.hasUnsavedChanges && state.status.isReady }
        #expect(state.launches == 41)
        #expect(try saved("someString", folder.file()) == .text("later"))
        #expect(try saved("launches", folder.file()) == .integer(41))
    }

    @Test(.enabled(if: canMount, "this process may not mount file systems, so no disk can be filled"))
    func damagedFileOnAFullDiskStaysAsItIs() throws {
        #expect(Self.mount("-t", "tmpfs", "-o", "size=64k", "none", folder.url.path))
        defer { umount2(folder.url.path, Int32(MNT_DETACH)) }
        let garbage = Data(repeating: 0x47, count: 60_000)
        try garbage.write(to: folder.file(), options: [])
        let state = container(folder.file())
        guard case .waitingForStore(let error) = state.status else {
            Issue.record("\(state.status)")
            return
        }
        #expect(error.code == .damaged && error.message.contains("left as it is"), "\(error)")
        state.launches = 7
        #expect(try Data(contentsOf: folder.file()) == garbage)
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") && !$0.contains("recover") })
        // With room, it is seen to.
        #expect(Self.mount("-o", "remount,size=1m", folder.url.path))
        waitUntil("the change is saved") { !state.hasUnsavedChanges && state.status.isReady }
        #expect(try saved("launches", folder.file()) == .integer(7))
        waitUntil("the damage is reported") { errors.all.contains { $0.code == .recovered } }
    }
    #endif

    @Test func deletedFolderKeepsTheChangeUntilItIsBack() throws {
        let inner = folder.url.appending(path: "inner")
        let url = inner.appending(path: "store.sqlite")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let state = container(url)
        state.launches = 1
        try FileManager.default.removeItem(at: inner)
        try? state.save()
        state.someString = "later"
        #expect(throws: StoreError.self) { try state.save() }
        #expect(state.status.error?.code == .cannotOpen, "\(state.status)")
        #expect(state.launches == 1 && state.someString == "later" && state.hasUnsavedChanges)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        waitUntil("the change is saved") { !state.hasUnsavedChanges }
        #expect(try saved("someString", url) == .text("later"))
    }

    @Test func replacedFileGetsTheNextChange() throws {
        let url = folder.file()
        let state = container(url)
        state.launches = 1
        do {
            _ = try SQLiteStore(url: folder.file("new")).commit(
                ChangeSet(updates: ["launches": .integer(7), "other": .integer(1)]), durability: .process)
        }
        let store = try #require(state._handle.core.store as? SQLiteStore)
        try store.replaceFiles { [folder] in
            for suffix in ["-wal", "-shm"] { unlink(url.path + suffix) }
            rename(folder.file("new").path, url.path)
        }
        waitUntil("the container has the new file's value") { state.launches == 7 }
        state.someString = "after"
        try state.save()
        #expect(try saved("someString", url) == .text("after"))
        #expect(try saved("other", url) == .integer(1))
        #expect(errors.all.isEmpty)
    }

    @Test func failingDiskKeepsTheChange() throws {
        let url = folder.file()
        let store = SQLiteStore(place: .file(url), patience: 50)
        let state = AppState(store: store, saving: .immediately, lifecycle: .none) { [errors] in errors.append($0) }
        state.launches = 1
        // From here on, writing the log of this connection fails as on a broken disk.
        try store.withConnection { (connection) throws(StoreError) in
            var log: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
            guard let log, let methods = log.pointee.pMethods else { return }
            // Never freed: the file refers to it until it is closed.
            let failing = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            failing.initialize(to: methods.pointee)
            failing.pointee.xWrite = { _, _, _, _ in SQLITE_IOERR | 3 << 8 }
            log.pointee.pMethods = UnsafePointer(failing)
        }
        state.launches = 2
        #expect(errors.all.map(\.code) == [.cannotSave])
        #expect((errors.all.first?.cause as? StoreError)?.code == .inputOutput)
        #expect(state.launches == 2)
        // The connection is given up, and the next one works.
        waitUntil("the change is saved") { !state.hasUnsavedChanges && state.status.isReady }
        #expect(try saved("launches", url) == .integer(2))
        #expect(try RawDatabase(url).rows("PRAGMA integrity_check") == ["ok"])
    }
}
