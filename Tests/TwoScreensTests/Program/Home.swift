import Foundation

/// A folder that stands in for a person's home while a test runs the program, so that nothing of the person's own is
/// read or written.
final class Home {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("two-screens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String {
        folder.appendingPathComponent(name).path
    }

    /// The environment of the program: where `UserDefaults` (`XDG_CONFIG_HOME` on Linux, `CFFIXED_USER_HOME` on macOS)
    /// and the standard store (`XDG_STATE_HOME`) save, and what a sanitizer was told.
    var environment: [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
            ["PATH", "LD_LIBRARY_PATH", "TSAN_OPTIONS", "ASAN_OPTIONS", "DYLD_LIBRARY_PATH"].contains(name)
        }
        let ours = [
            "HOME": folder.path, "CFFIXED_USER_HOME": folder.path, "XDG_CONFIG_HOME": path("config"),
            "XDG_STATE_HOME": path("state"), "TERM": "xterm-256color",
            // In a terminal, Swift asks the person what to do about a crash.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        return inherited.merging(ours) { _, ours in ours }
    }

    /// The program, which is built beside the tests.
    static var program: String {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let tests = bundle?.bundleURL ?? Bundle.main.bundleURL
        #else
        let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent("two-screens").path
    }

    /// What a launch without a terminal has written, and how it ended.
    struct Launch: Equatable {
        var lines: [String]
        var problems: [String]
        var end: Child.End
    }

    /// Launches the program without a terminal.
    ///
    /// - Parameter output: Where its lines go instead of into the result; "-" closes standard output.
    func launch(_ arguments: String..., input: String = "", output: String? = nil) throws -> Launch {
        try launch(arguments, input: Array(input.utf8), output: output)
    }

    func launch(_ arguments: [String], input: [UInt8], output: String? = nil) throws -> Launch {
        let names = ["input", "lines", "problems"].map { path($0) }
        try Data(input).write(to: URL(fileURLWithPath: names[0]))
        let reading = try FileDescriptor.open(names[0], O_RDONLY)
        defer { reading.close() }
        let lines = try FileDescriptor.open(names[1], O_WRONLY | O_CREAT | O_TRUNC)
        defer { lines.close() }
        let problems = try FileDescriptor.open(names[2], O_WRONLY | O_CREAT | O_TRUNC)
        defer { problems.close() }
        let elsewhere = try output.flatMap { $0 == "-" ? nil : try FileDescriptor.open($0, O_WRONLY) }
        defer { elsewhere?.close() }
        let child = try Child(
            Self.program, arguments, environment: environment,
            streams: [reading, output == nil ? lines : elsewhere, problems])
        let end = try child.end()
        func read(_ path: String) throws -> [String] {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        return Launch(lines: try read(names[1]), problems: try read(names[2]), end: end)
    }
}
