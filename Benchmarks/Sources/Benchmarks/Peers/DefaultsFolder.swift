import Foundation

/// The folder in which Foundation on Linux keeps the files of `UserDefaults`: not that of whoever runs the benchmarks.
enum DefaultsFolder {
    private static let variable = "BENCHMARKS_DEFAULTS"

    /// The folder, once it is entered.
    static var current: URL? {
        ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0, directoryHint: .isDirectory) }
    }

    /// Makes the folder and starts this program anew in its own place: Foundation looks at the environment when the
    /// process begins.
    static func enter() throws {
        guard current == nil else { return }
        let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        setenv(variable, folder.path, 1)
        setenv("XDG_CONFIG_HOME", folder.path, 1)
        execv(try Program.own.path, CommandLine.unsafeArgv)
        throw Failure("The program could not be started anew: error \(errno).")
    }

    static func remove() {
        guard let current else { return }
        try? FileManager.default.removeItem(at: current)
    }
}
