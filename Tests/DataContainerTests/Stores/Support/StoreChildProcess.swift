import Foundation

/// A run of one of the programs that lie beside the tests: StoreChild, or another.
final class StoreChildProcess {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let input = Pipe()
    private var unread = Data()

    init(_ arguments: [String], environment: [String: String] = [:], program: String = "StoreChild") throws {
        process.executableURL = try Self.program(program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = input
        try process.run()
    }

    /// Runs the program to its end.
    ///
    /// - Returns: The lines of its output.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> [String] {
        let child = try StoreChildProcess(arguments, environment: environment)
        let lines = child.remainingLines()
        guard child.process.terminationStatus == 0 else {
            throw Failure(description: "\(arguments) \(lines.last ?? "ended with a signal")")
        }
        return lines
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads some of the output; an empty result is the end.
    func read() -> Data {
        output.fileHandleForReading.availableData
    }

    /// Reads the output to its end, and waits for the process.
    func remainingLines(after read: Data = Data()) -> [String] {
        let data = read + ((try? output.fileHandleForReading.readToEnd()) ?? Data())
        process.waitUntilExit()
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        guard process.terminationReason == .exit, process.terminationStatus != 0 else { return lines }
        let message = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        return lines + ["ended with \(process.terminationStatus): \(message)"]
    }

    /// Writes a line to the process.
    func write(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends the process's input.
    func endInput() {
        try? input.fileHandleForWriting.close()
    }

    /// Reads the next line of the output; `nil` is the end. Not to be mixed with ``read()``.
    func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = read()
            if more.isEmpty { return nil }
            unread += more
        }
    }

    /// Kills the process, which cannot do anything about it.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    private static func program(_ name: String) throws -> URL {
        #if canImport(Darwin)
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        #else
        let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        #endif
        guard let program = folder?.appending(path: name),
            FileManager.default.isExecutableFile(atPath: program.path)
        else { throw Failure(description: "\(name) is not beside the tests in \(folder?.path ?? "no folder")") }
        return program
    }
}
