import Foundation

/// A run of the program StoreChild, which lies beside the tests.
final class ChildProcess {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = try Self.program()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// Runs the program to its end.
    ///
    /// - Returns: The lines of its output.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> [String] {
        let child = try ChildProcess(arguments, environment: environment)
        let lines = child.remainingLines()
        guard child.process.terminationStatus == 0 else {
            let message = String(decoding: child.errors.fileHandleForReading.availableData, as: UTF8.self)
            throw Failure(description: "\(arguments) ended with \(child.process.terminationStatus): \(message)")
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
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Kills the process, which cannot do anything about it.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    private static func program() throws -> URL {
        #if canImport(Darwin)
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        #else
        let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        #endif
        guard let program = folder?.appending(path: "StoreChild"),
            FileManager.default.isExecutableFile(atPath: program.path)
        else { throw Failure(description: "StoreChild is not beside the tests in \(folder?.path ?? "no folder")") }
        return program
    }
}
