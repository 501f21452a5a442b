import Foundation

/// A process that a test starts, with its standard streams where the test wants them, and its end awaited no longer
/// than a minute.
struct Child {
    /// How long a test waits for what has to happen, in seconds: long, since a busy machine must not fail a test.
    static let patience = 60.0

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ what: String) { description = what }
    }

    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    let pid: pid_t
    /// Becomes readable, at its end, when no process has the other end any more.
    private let lifeline: FileDescriptor

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - streams: Standard input, output and error; `nil` is closed.
    ///   - terminal: The terminal that the program leads a session of its own on, as its standard streams.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], streams: [FileDescriptor?] = [],
        terminal: String? = nil
    ) throws {
        let ends = try FileDescriptor.pipe()
        lifeline = ends.reading
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream.number, Int32(number))
            } else {
                posix_spawn_file_actions_addclose(&actions, Int32(number))
            }
        }
        if let terminal {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        }
        // A number that is not in use above: the child's end of the lifeline.
        posix_spawn_file_actions_adddup2(&actions, ends.writing.number, 100)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var standard = sigset_t()
        sigfillset(&standard)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &standard)
        posix_spawnattr_setsigmask(&attributes, &none)
        #if canImport(Darwin)
        let newSession = POSIX_SPAWN_SETSID
        #else
        // Glibc's number: the name is behind a switch that Swift does not set.
        let newSession: Int32 = 0x80
        #endif
        let session = terminal == nil ? Int32(POSIX_SPAWN_SETPGROUP) : newSession
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | session))

        var strings = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (strings + settings).forEach { free($0) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, path, &actions, &attributes, &strings, &settings)
        guard result == 0 else { throw Failure("cannot start \(path): \(String(cString: strerror(result)))") }
        self.pid = pid
    }

    /// Waits for the end; kills the process if it does not come.
    func end() throws -> End {
        defer { lifeline.close() }
        let isOver = try lifeline.waitUntilReadable(until: Date(timeIntervalSinceNow: Self.patience))
        if !isOver { kill(pid, SIGKILL) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1, errno == EINTR {}
        guard isOver else { throw Failure("the process did not end") }
        let signal = status & 0x7F
        return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }
}

/// A file descriptor, closed when told.
struct FileDescriptor {
    let number: Int32

    /// A pipe that no child inherits, not even one that another test starts at this moment: its ends are opened by
    /// name, since only `open` does that in one step everywhere.
    static func pipe() throws -> (reading: FileDescriptor, writing: Closing) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        guard mkfifo(path, 0o600) == 0 else { throw Child.Failure("mkfifo") }
        defer { unlink(path) }
        let reading = try open(path, O_RDONLY | O_NONBLOCK)
        let writing = try open(path, O_WRONLY)
        _ = fcntl(reading.number, F_SETFL, 0)
        return (reading, Closing(number: writing.number))
    }

    static func open(_ path: String, _ mode: Int32) throws -> FileDescriptor {
        let number = Foundation.open(path, mode | O_CLOEXEC, 0o600)
        guard number != -1 else { throw Child.Failure("cannot open \(path): \(String(cString: strerror(errno)))") }
        return FileDescriptor(number: number)
    }

    func close() { _ = Foundation.close(number) }

    /// Whether there is something to read, or the end, before the deadline.
    func waitUntilReadable(until deadline: Date) throws -> Bool {
        while true {
            var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            let count = poll(&wait, 1, Int32(max(0, deadline.timeIntervalSinceNow) * 1000))
            if count >= 0 { return count == 1 }
            guard errno == EINTR else { throw Child.Failure("poll") }
        }
    }

    /// A descriptor that is closed when nothing refers to it any more.
    final class Closing: Sendable {
        let number: Int32
        init(number: Int32) { self.number = number }
        deinit { Foundation.close(number) }

        /// Waits until nobody has the pipe's other end any more. A child that is being started at this moment, by
        /// another test, has it until it runs its program.
        func waitUntilBroken(until deadline: Date) throws {
            var wait = pollfd(fd: number, events: 0, revents: 0)
            while poll(&wait, 1, Int32(max(0, deadline.timeIntervalSinceNow) * 1000)) != 1 {
                guard errno == EINTR, deadline.timeIntervalSinceNow > 0 else {
                    throw Child.Failure("the pipe is still open")
                }
            }
        }
    }
}
