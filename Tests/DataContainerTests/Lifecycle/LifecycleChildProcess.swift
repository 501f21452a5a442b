import CLifecycleTesting
import Dispatch
import Foundation

@testable import DataContainer

/// A `LifecycleChild` process under a test's control. Each wait has a limit, so what hangs fails with a message.
final class LifecycleChildProcess: Sendable {
    /// What the system says of a process.
    enum Change: Sendable, Hashable {
        case exited(Int32)
        case killed(Int32)
        case stopped(Int32)
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private struct Transcript {
        var unread: [UInt8] = []
        var lines: [String] = []

        mutating func nextLine() -> String? {
            guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = String(decoding: unread[..<end], as: UTF8.self)
            unread.removeSubrange(...end)
            lines.append(line)
            return line
        }
    }

    /// What has become of the process. Waited for on a thread of its own, since waitpid has no limit.
    private final class Life: Sendable {
        private let state = Lock((changes: [Change](), hasEnded: false))
        let changed = DispatchSemaphore(value: 0)

        func watch(_ process: pid_t) {
            var isRunning = true
            while isRunning {
                // Looks first and takes the news under the lock, so that `kill` never meets a number that is free again.
                var information = siginfo_t()
                guard waitid(P_PID, id_t(process), &information, WEXITED | WSTOPPED | WNOWAIT) == 0 else { continue }
                let isNews = state.withLock { state in
                    var status: Int32 = 0
                    guard waitpid(process, &status, WNOHANG | WUNTRACED) == process,
                        let change = LifecycleChildProcess.change(status)
                    else { return false }
                    state.changes.append(change)
                    if case .stopped = change { return true }
                    state.hasEnded = true
                    return true
                }
                // A stop is no news any more if the process was continued between the two calls.
                if isNews { changed.signal() }
                isRunning = state.withLock { !$0.hasEnded }
            }
        }

        func next() -> Change? {
            guard changed.wait(timeout: .now() + .seconds(LifecycleChildProcess.limit)) == .success else { return nil }
            return state.withLock { $0.changes.isEmpty ? nil : $0.changes.removeFirst() }
        }

        func send(_ signal: Int32, to process: pid_t) -> Bool {
            state.withLock { !$0.hasEnded && kill(process, signal) == 0 }
        }
    }

    /// Generous, since the machine may be busy and the sanitizers slow: only a hang takes that long.
    static let limit = 30

    let identifier: pid_t
    private let input: Int32
    private let output: Int32
    private let control: Int32
    private let transcript = Lock(Transcript())
    private let life: Life

    init() throws {
        var ends: [[Int32]] = []
        for _ in 0..<3 {
            var pair: [Int32] = [-1, -1]
            guard testing_channel(&pair) else { throw Failure(description: "no channel: errno \(errno)") }
            ends.append(pair)
        }
        let path = try Self.executable()
        let process = testing_spawn(path, ends[0][0], ends[1][1], ends[2][0])
        [ends[0][0], ends[1][1], ends[2][0]].forEach { _ = close($0) }
        (input, output, control) = (ends[0][1], ends[1][0], ends[2][1])
        identifier = process
        let life = Life()
        self.life = life
        guard process > 0 else { throw Failure(description: "cannot start \(path): errno \(-process)") }
        Thread.detachNewThread { life.watch(process) }
    }

    deinit {
        if identifier > 0 { _ = life.send(SIGKILL, to: identifier) }
        [input, output, control].forEach { _ = close($0) }
    }

    /// The child's executable lies beside the test bundle, wherever the package was built. Swift Package Manager runs
    /// the bundle itself on Linux, and loads it into another program on macOS.
    private static func executable() throws -> String {
        var places = CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
        #if canImport(Darwin)
        places += Bundle.allBundles.map(\.bundleURL)
        #endif
        for place in places {
            let path = place.deletingLastPathComponent().appendingPathComponent("LifecycleChild").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw Failure(description: "LifecycleChild is beside none of \(places)")
    }

    private static func change(_ status: Int32) -> Change? {
        var number: Int32 = 0
        if testing_exited(status, &number) { return .exited(number) }
        if testing_killed(status, &number) { return .killed(number) }
        if testing_stopped(status, &number) { return .stopped(number) }
        return nil
    }

    // MARK: What a test does with it

    /// Has the child do something, and waits until it has.
    func command(_ line: String) throws {
        try tell(line)
        try expect("ok")
    }

    /// Has the child do something that it does not answer.
    func tell(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        guard testing_write(input, bytes, bytes.count) else { throw failure("cannot be told \(line)") }
    }

    /// Lets an observer go on that holds an event.
    func release() throws {
        guard testing_write(control, [1], 1) else { throw failure("cannot be released") }
    }

    func send(_ signal: Int32) throws {
        guard life.send(signal, to: identifier) else { throw failure("cannot be sent signal \(signal)") }
    }

    /// Waits for the child's next line, which has to be this one.
    func expect(_ line: String) throws {
        guard let next = try nextLine() else { throw failure("ended instead of writing '\(line)'") }
        guard next == line else { throw failure("wrote '\(next)' instead of '\(line)'") }
    }

    /// Waits for these lines, in any order.
    func expect(anyOrder lines: [String]) throws {
        let next = try lines.map { _ in try nextLine() ?? "" }
        guard next.sorted() == lines.sorted() else { throw failure("wrote \(next) instead of \(lines)") }
    }

    /// The lines that are left, once the child and everybody forked from it have closed their end.
    func rest() throws -> [String] {
        var lines: [String] = []
        while let line = try nextLine() { lines.append(line) }
        return lines
    }

    /// Waits until the child stops or ends.
    func nextChange() throws -> Change {
        guard let change = life.next() else { throw failure("neither ended nor stopped") }
        return change
    }

    /// The child's next line, or nil when nobody can write one any more.
    func nextLine() throws -> String? {
        while true {
            if let line = transcript.withLock({ $0.nextLine() }) { return line }
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, Int32(Self.limit * 1000))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw failure("wrote nothing more") }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            transcript.withLock { $0.unread += bytes[..<count] }
        }
    }

    private func failure(_ what: String) -> Failure {
        let lines = transcript.withLock { $0.lines }
        return Failure(description: "The child \(what). It had written: \(lines.joined(separator: ", "))")
    }
}
