import Foundation

/// Standard input, output and error.
enum Streams {
    /// Makes the three safe to use, whatever the program was started with.
    static func prepare() {
        // A closed stream's number would go to the next file that is opened, perhaps the store's, and a line for
        // the person would be written into it. Opened the wrong way round, so that using them still fails.
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", mode)
        }
        // A reader that went away is an error of `write`, not the program's sudden death: the end still saves.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes a line to standard output.
    static func print(_ line: String) throws(SystemError) {
        try write(Array("\(line)\n".utf8), to: STDOUT_FILENO)
    }

    /// Writes a message to standard error, if that is possible.
    static func complain(_ message: String) {
        try? write(Array("two-screens: \(message)\n".utf8), to: STDERR_FILENO)
    }

    /// Writes all of `bytes`.
    static func write(_ bytes: some Collection<UInt8>, to stream: Int32) throws(SystemError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(stream, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                wait(for: stream, until: POLLOUT)
            } else if errno != EINTR {
                throw SystemError("cannot write")
            }
        }
    }

    /// Reads what is there, waiting until there is something.
    ///
    /// - Returns: The bytes; none at the end of the input.
    static func read(_ stream: Int32) throws(SystemError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, used in
                count = Foundation.read(stream, buffer.baseAddress, buffer.count)
                used = max(count, 0)
            }
            if count >= 0 {
                return bytes
            } else if errno == EAGAIN {
                wait(for: stream, until: POLLIN)
            } else if errno != EINTR {
                throw SystemError("cannot read")
            }
        }
    }

    private static func wait(for stream: Int32, until events: some BinaryInteger) {
        var poll = pollfd(fd: stream, events: Int16(events), revents: 0)
        _ = Foundation.poll(&poll, 1, -1)
    }
}

/// A call of the system that failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let description: String

    /// The failure that `errno` tells.
    init(_ what: String) {
        description = "\(what): \(String(cString: strerror(errno)))"
    }
}
