import Foundation

/// A process of this program that does something each time it is asked.
final class Partner {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the process and waits until it is ready: it says so by a line.
    init(_ arguments: [String]) throws {
        process.executableURL = try Program.own
        process.arguments = ["child"] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try waitForLine()
    }

    /// Asks it to do it once more.
    func ask() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    }

    /// Waits until it has done it.
    func waitForLine() throws {
        while true {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), let byte = byte.first else {
                throw Failure("The other process has ended too early.")
            }
            if byte == UInt8(ascii: "\n") { return }
        }
    }

    deinit {
        // At the end of its input it ends.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
