import Foundation
import Testing

@testable import DataContainer

@Suite("A lock between processes is held by one, and by nobody afterwards")
struct FileLockTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    enum Kind: CaseIterable, Sendable { case file, folder }

    private func lock(_ kind: Kind) -> FileLock {
        switch kind {
        case .file: FileLock(file: folder.file("lock").path, mode: 0o600)
        case .folder: FileLock(folder: folder.url.path)
        }
    }

    private func hold(_ kind: Kind, patience: Duration = .zero, _ body: () throws -> Void = {}) throws {
        try lock(kind).withLock(patience: patience, { (failure) -> any Error in failure }, body)
    }

    private func isBusy(_ kind: Kind) throws -> Bool {
        do {
            try hold(kind)
            return false
        } catch FileLock.Failure.busy {
            return true
        }
    }

    private struct Stop: Error {}

    @Test(arguments: Kind.allCases)
    func isHeldWhileTheBodyRuns(_ kind: Kind) throws {
        try hold(kind) {
            let isBusy = try isBusy(kind)
            #expect(isBusy)
        }
        #expect(try !isBusy(kind))
        #expect(throws: Stop.self) { try hold(kind) { throw Stop() } }
        #expect(try !isBusy(kind))
        #expect(try folder.names == (kind == .file ? ["lock"] : []))
    }

    @Test(arguments: Kind.allCases)
    func missingFolderIsAnError(_ kind: Kind) throws {
        try FileManager.default.removeItem(at: folder.url)
        let error = #expect(throws: FileLock.Failure.self) {
            try hold(kind, patience: .seconds(30))
        }
        guard case .system(ENOENT)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    #if os(Linux)
    /// The open files that are the lock's.
    private func descriptors(_ kind: Kind) -> [Int32] {
        let path = kind == .file ? folder.file("lock").path : folder.url.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.filter { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
        }.compactMap { Int32($0) }
    }

    /// As a child process has that was forked meanwhile, and one that was started.
    @Test(arguments: Kind.allCases)
    func childrenDoNotKeepIt(_ kind: Kind) throws {
        var copy: Int32 = -1
        try hold(kind) {
            let file = try #require(descriptors(kind).first)
            #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
            copy = dup(file)
        }
        #expect(try !isBusy(kind))
        close(copy)
        #expect(descriptors(kind).isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func deletedWhileItIsWaitedFor(_ kind: Kind) throws {
        let (taken, end) = (Gate("the lock is taken"), Gate("the lock is given back"))
        let first = onThread("first") {
            try? hold(kind) {
                taken.open()
                end.wait()
            }
        }
        taken.wait()
        let found = Log<Bool>()
        let second = onThread("second") {
            try? hold(kind, patience: .seconds(30)) { found.append(try isBusy(kind)) }
        }
        waitUntil("the second one waits") { descriptors(kind).count == 2 }
        switch kind {
        case .file: unlink(folder.file("lock").path)
        case .folder:
            try FileManager.default.removeItem(at: folder.url)
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: false)
        }
        end.open()
        first.wait()
        second.wait()
        // A third one sees the lock that the second one has, not another file's.
        #expect(found.all == [true])
    }
    #endif
}
