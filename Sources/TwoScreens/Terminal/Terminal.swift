import Foundation

/// The terminal that the program runs in.
final class Terminal {
    /// What happens at the terminal.
    enum Event: Equatable {
        case input([UInt8])
        /// Nothing was typed for as long as was asked.
        case silence
        /// There is no terminal any more.
        case hungUp
        /// Something was written to standard error.
        case message(String)
        case notice(TerminalSignals.Notice)
    }

    private let hold: UnsafeMutablePointer<TerminalHold>
    private var notices: Int32 = -1
    private var messages = ""

    init() throws(SystemError) {
        // Never freed: a signal handler may look at it until the process is gone.
        hold = .allocate(capacity: 1)
        hold.initialize(to: try TerminalHold())
    }

    /// Whether a terminal that can draw is both input and output.
    static var isThere: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// Takes the terminal, or takes it again.
    func enter() throws(SystemError) {
        // A job that the shell keeps in the background has to wait for its turn, before it looks at the terminal's
        // mode: it is the shell's now. The loop ends for a job that nobody can stop.
        for _ in 0..<8 where TerminalHold.isInBackground { raise(SIGTTOU) }
        notices = try TerminalSignals.install(before: hold)
        try TerminalSignals.patient.whileBlocked { () throws(SystemError) in try hold.pointee.take() }
    }

    /// Gives the terminal back, and tells on standard error what was written there meanwhile.
    func leave() {
        hold.pointee.release()
        try? Streams.write(messages.utf8, to: STDERR_FILENO)
        messages = ""
    }

    /// Does what the terminal itself does at Ctrl-C and Ctrl-Z: signals the whole job, such as a `make` that waits for
    /// this program.
    func signalJob(_ signal: Int32) {
        if tcgetpgrp(STDIN_FILENO) == getpgrp() { kill(0, signal) } else { raise(signal) }
    }

    /// Whether a signal can send the program to the background.
    var canStop: Bool {
        !SignalAction(of: SIGTSTP).isIgnored
    }

    /// The terminal's size; the usual one if it does not know.
    var size: Frame.Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return Frame.Size(rows: 24, columns: 80)
        }
        return Frame.Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Draws a picture, unless the terminal is not held any more.
    func draw(_ frame: Frame) throws(SystemError) {
        var rest = frame.bytes[...]
        while !rest.isEmpty {
            // Waits while signals can come; then writes as little as there is room for, while they cannot, so that
            // nothing follows what a handler sends to give the terminal back.
            var poll = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            _ = Foundation.poll(&poll, 1, -1)
            let goesOn = try TerminalSignals.patient.whileBlocked { () throws(SystemError) in
                guard hold.pointee.isHeld else { return false }
                try Streams.write(rest.prefix(256), to: STDOUT_FILENO)
                return true
            }
            guard goesOn else { return }
            rest = rest.dropFirst(256)
        }
    }

    /// Waits until something happens.
    ///
    /// - Parameter patience: After how many milliseconds ``Event/silence`` is reported; `nil` for never.
    func next(patience: Int32?) throws(SystemError) -> [Event] {
        var polls = [STDIN_FILENO, notices, hold.pointee.messages].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&polls, nfds_t(polls.count), patience ?? -1)
        if count == 0 { return [.silence] }
        if count < 0 {
            guard errno == EINTR else { throw SystemError("cannot wait for the terminal") }
            return []
        }
        var events: [Event] = []
        if polls[1].revents != 0 {
            let all = try Streams.read(notices).compactMap(TerminalSignals.Notice.init)
            // Only the last counts: whoever was stopped and continued is back.
            events += (all.last { $0 != .resized } ?? all.last).map { [.notice($0)] } ?? []
        }
        if polls[2].revents != 0 {
            let message = String(decoding: try Streams.read(hold.pointee.messages), as: UTF8.self)
            messages += message
            events.append(.message(message))
        }
        if polls[0].revents != 0 {
            let bytes = (try? Streams.read(STDIN_FILENO)) ?? []
            events.append(bytes.isEmpty ? .hungUp : .input(bytes))
        }
        return events
    }

    /// Waits until the program is back from the background.
    ///
    /// - Parameter patience: For how many milliseconds, not counting the time that it sleeps.
    func waitForReturn(patience: Int32) throws(SystemError) {
        while true {
            var wait = pollfd(fd: notices, events: Int16(POLLIN), revents: 0)
            let count = poll(&wait, 1, patience)
            if count == 0 { return }
            guard count > 0 || errno == EINTR else { throw SystemError("cannot wait for the shell") }
            if count > 0, try Streams.read(notices).contains(TerminalSignals.Notice.continued.rawValue) { return }
        }
    }
}
