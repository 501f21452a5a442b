#if os(Linux)
import Foundation

@testable import struct DataContainer.Lock

/// The calls of `fsync` for a folder and the files in it: what a power cut leaves cannot be tried, but what was asked for can
/// be seen.
enum FileSynchronizations {
    struct Call: Equatable {
        /// The name of the file; empty for the folder itself.
        var name: String
        /// What the folder held at that moment.
        var names: [String]
    }

    private struct Recording {
        var calls: [Call] = []
        var failing: String?
    }

    private static let recordings = Lock<[String: Recording]>([:])

    /// Runs `body`, and returns the calls that it made.
    ///
    /// - Parameter failing: The name of a file for which the calls fail, as on a broken disk.
    static func of(_ folder: TemporaryFolder, failing: String? = nil, _ body: () throws -> Void) rethrows -> [Call] {
        let path = folder.url.resolvingSymlinksInPath().path
        recordings.withLock { $0[path] = Recording(failing: failing) }
        defer { recordings.withLock { $0[path] = nil } }
        try body()
        return recordings.withLock { $0[path]?.calls ?? [] }
    }

    /// Notes a call. Returns whether it has to fail.
    fileprivate static func note(_ file: Int32) -> Bool {
        let folders = recordings.withLock { Array($0.keys) }
        guard !folders.isEmpty,
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
        else { return false }
        for folder in folders where path == folder || path.hasPrefix(folder + "/") {
            let name = String(path.dropFirst(folder.count + 1))
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
            return recordings.withLock { recordings in
                recordings[folder]?.calls.append(Call(name: name, names: names))
                return recordings[folder]?.failing == name
            }
        }
        return false
    }

    fileprivate static let system: @convention(c) (Int32) -> Int32 = {
        // The next one after the program's own: the system's.
        guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "fsync") else { fatalError("no fsync") }
        return unsafeBitCast(address, to: (@convention(c) (Int32) -> Int32).self)
    }()
}

/// Takes the place of the system's function in this program.
@_cdecl("fsync")
func recordedFsync(_ file: Int32) -> Int32 {
    if FileSynchronizations.note(file) {
        errno = EIO
        return -1
    }
    return FileSynchronizations.system(file)
}
#endif
