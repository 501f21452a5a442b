import Foundation
import Testing

@testable import DataContainer

@Suite("A file keeps its owner and its permissions, which are obeyed, and so is its lock")
struct FilePermissionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(_ format: FileFormat, _ name: String = "state") -> FileStore {
        FileStore(url: folder.file(name), format: format, timing: .init(patience: 0.05, settling: 0.02))
    }

    private func set(_ store: FileStore, _ key: String = "a", _ value: Int64 = 1) throws {
        _ = try store.commit(ChangeSet(updates: [key: .integer(value)]), durability: .process)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func withoutPermission() throws {
        let path = folder.file("state").path
        chmod(folder.url.path, 0o755)
        try set(store(.json))
        chmod(path, 0o600)
        let denied = "permissionDenied: The file '\(path)' cannot be read by this process. Give it the permission."
        #expect(try StoreChildProcess.run(["file-error", "json:\(path)", "65534"]) == [denied, denied])
        chmod(path, 0o444)
        chmod(path + ".lock", 0o666)
        #expect(
            try StoreChildProcess.run(["file-error", "json:\(path)", "65534"]) == [
                "loaded 1",
                "permissionDenied: The file '\(path)' cannot be written by this process. Give it the permission.",
            ])
        #expect(try store(.json).load(nil).entries["a"]?.value == .integer(1))
        // What is damaged, and cannot be moved out of the way, stays.
        try Data("garbage".utf8).write(to: folder.file("state"))
        let lines = try StoreChildProcess.run(["file-error", "json:\(path)", "65534"])
        for line in lines {
            #expect(line.hasPrefix("damaged: '\(path)' is no JSON object: "))
            #expect(line.hasSuffix("left alone and nothing is saved; repair it, or move it away."))
        }
        #expect(try Data(contentsOf: folder.file("state")) == Data("garbage".utf8))
    }

    @Test func lockHeldByAnotherProcess() throws {
        let store = store(.json)
        try set(store)
        let child = try StoreChildProcess(["file-lock", "json:\(store.url.path)"])
        #expect(String(decoding: child.read(), as: UTF8.self) == "locked\n")
        let error = #expect(throws: StoreError.self) { try set(store, "a", 2) }
        #expect(error?.code == .busy)
        #expect(
            error?.message.hasSuffix("try again later, and see that no process is stopped while it writes.") == true)
        // Reading does not wait for a writer.
        #expect(try store.load(["a"]).entries["a"]?.value == .integer(1))
        child.kill()
        _ = child.remainingLines()
        try set(store, "a", 2)
    }

    @Test func permissionsAndLinksStay() throws {
        let path = folder.file("state").path
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "state")
        let linked = store(.json, "link")
        try set(linked)
        var status = stat()
        #expect(lstat(folder.file("link").path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        chmod(path, 0o640)
        try set(linked, "a", 2)
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try store(.json).load(["a"]).entries["a"]?.value == .integer(2))
        #expect(try folder.names == ["link", "state", "state.lock"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func fileThatMayNotBeWrittenIsNotReplaced() throws {
        let path = folder.file("state").path
        try set(store(.json))
        chmod(folder.url.path, 0o777)
        chmod(path, 0o444)
        chmod(path + ".lock", 0o666)
        #expect(
            try StoreChildProcess.run(["file-error", "json:\(path)", "65534"]) == [
                "loaded 1",
                "permissionDenied: The file '\(path)' cannot be written by this process. Give it the permission.",
            ])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func damagedFileThatMayNotBeLockedIsLeftAlone() throws {
        let path = folder.file("state").path
        chmod(folder.url.path, 0o755)
        try set(store(.json))
        try Data("garbage".utf8).write(to: folder.file("state"))
        chmod(path, 0o644)
        let lines = try StoreChildProcess.run(["file-error", "json:\(path)", "65534"])
        #expect(lines.first?.hasPrefix("damaged: '\(path)' is no JSON object: ") == true)
        #expect(lines.first?.hasSuffix("left alone and nothing is saved; repair it, or move it away.") == true)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func ownerStays() throws {
        let store = store(.json)
        try set(store)
        #expect(chown(store.url.path, 65_534, 65_533) == 0)
        try set(store, "a", 2)
        var status = stat()
        #expect(stat(store.url.path, &status) == 0 && status.st_uid == 65_534 && status.st_gid == 65_533)
    }

    @Test(arguments: [0o600, 0o640, 0o664, 0o666] as [mode_t])
    func whoMayWriteTheFileMayLockIt(_ mode: mode_t) throws {
        let store = store(.json)
        try Data("{}".utf8).write(to: store.url)
        chmod(store.url.path, mode)
        try set(store)
        var status = stat()
        #expect(stat(store.url.path + ".lock", &status) == 0 && status.st_mode & 0o777 == mode)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func whoSharesTheFileByItsGroupIsNotLockedOut() throws {
        let (store, path) = (store(.json), folder.file("state").path)
        try set(store)
        // Shared only later, when the lock's file is there.
        chmod(folder.url.path, 0o777)
        chown(path, .max, 4_711)
        chmod(path, 0o664)
        try set(store)
        #expect(
            try StoreChildProcess.run(["file-error", "json:\(path)", "65534", "4711"]) == ["loaded 1", "committed"])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o664)
        #expect(status.st_uid == 65_534 && status.st_gid == 4_711)
    }

    @Test func lockIsNoWayToAnotherFile() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("state.lock").path, withDestinationPath: "elsewhere")
        #expect(throws: StoreError.self) { try set(store(.json)) }
        #expect(try folder.names == ["state.lock"])
    }
}
