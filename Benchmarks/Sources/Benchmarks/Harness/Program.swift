import Foundation

/// Runs programs and waits for them.
enum Program {
    /// This very program.
    static var own: URL {
        get throws {
            guard let url = Bundle.main.executableURL else { throw Failure("The program does not know its own path.") }
            return url
        }
    }

    /// Runs a program to its end.
    ///
    /// - Returns: What it wrote to its standard output.
    /// - Throws: A ``Failure`` if it ended with an error.
    @discardableResult
    static func run(_ executable: URL, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure("\(executable.lastPathComponent) \(arguments.joined(separator: " ")) failed.\n\(text)")
        }
        return text
    }
}
