import Foundation

/// A folder for the files of one benchmark, deleted with all that is in it when nothing refers to it any more.
final class Workspace: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The URL of a file in the folder.
    func file(_ name: String) -> URL {
        folder.appending(path: name)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A program of ours that could not do what was asked.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
