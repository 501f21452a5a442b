import Foundation

/// The signals that a program with its own screen has to know of.
///
/// The container has taken some of them over when it was made, to save. The handlers here stand before its: each gives
/// the terminal back, puts the one before in its place again and raises the signal once more. So the container saves
/// and lets the signal act, as it would without a terminal.
enum TerminalSignals {
    /// What the main loop learns of.
    enum Notice: UInt8 {
        case stopping, continued, resized
    }

    /// After these the program is gone, or sleeps, and the terminal belongs to the shell.
    private static let leaving = [
        SIGTSTP, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGABRT, SIGSEGV, SIGBUS, SIGILL,
        SIGFPE, SIGTRAP, SIGSYS,
    ]

    /// All that are taken over.
    static let all = leaving + [SIGCONT, SIGWINCH]

    /// Those that may wait while a picture is written. The others are faults of the program.
    static let patient = SignalSet([SIGTSTP, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGCONT])

    /// Takes the signals over, save those that are ignored; or takes them over again.
    ///
    /// - Returns: The end of a pipe that a ``Notice`` arrives at, as one byte.
    static func install(before hold: UnsafePointer<TerminalHold>) throws(SystemError) -> Int32 {
        if state.pointee == nil { try prepare(hold) }
        guard let state = state.pointee else { preconditionFailure("prepared above") }
        let ours = SignalAction(handler: handle)
        for signal in all where !state.previous[Int(signal)].isIgnored {
            ours.install(for: signal)
        }
        return state.notices.reading
    }

    /// Remembers what was there before: once, since the container takes its own away while it lets a signal act.
    private static func prepare(_ hold: UnsafePointer<TerminalHold>) throws(SystemError) {
        let previous = UnsafeMutablePointer<SignalAction>.allocate(capacity: Int(all.max() ?? 0) + 1)
        for signal in all {
            (previous + Int(signal)).initialize(to: SignalAction(of: signal))
        }
        state.pointee = State(hold: hold, notices: try TerminalHold.Pipe(), previous: previous)
        atexit { state.pointee?.hold.pointee.release() }
    }

    fileprivate struct State {
        let hold: UnsafePointer<TerminalHold>
        let notices: TerminalHold.Pipe
        /// What the process did on each signal before, by the signal's number.
        let previous: UnsafeMutablePointer<SignalAction>
    }
}

/// What the handler works with. Unsafe, since a handler can take no lock: it is made and set once, before the first
/// handler is installed, and what it points at changes only while the terminal is not held.
nonisolated(unsafe) private let state = {
    let state = UnsafeMutablePointer<TerminalSignals.State?>.allocate(capacity: 1)
    state.initialize(to: nil)
    return state
}()

/// Runs in the middle of anything, on any thread: calls of the system that POSIX allows there, and nothing else.
private func handle(_ signal: Int32) {
    guard let state = state.pointee else { return }
    let error = errno
    defer { errno = error }
    switch signal {
    case SIGWINCH:
        return state.notices.write(TerminalSignals.Notice.resized.rawValue)
    case SIGCONT:
        state.notices.write(TerminalSignals.Notice.continued.rawValue)
    case SIGTSTP:
        state.hold.pointee.release()
        state.notices.write(TerminalSignals.Notice.stopping.rawValue)
    default:
        state.hold.pointee.release()
    }
    // The signal waits until this handler returns, and then finds the one that was there before.
    state.previous[Int(signal)].install(for: signal)
    raise(signal)
}
