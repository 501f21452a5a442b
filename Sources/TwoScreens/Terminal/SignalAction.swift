import Foundation

/// What a process does on a signal: the `sigaction` of the system, whose fields are named differently on each.
struct SignalAction {
    var action: sigaction

    /// Runs `handler`, on the signal stack if there is one, without starting a system call anew that was interrupted.
    init(handler: @escaping @convention(c) (Int32) -> Void) {
        action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(SA_ONSTACK)
        sigemptyset(&action.sa_mask)
    }

    /// What the process does on `signal` now.
    init(of signal: Int32) {
        action = sigaction()
        sigaction(signal, nil, &action)
    }

    /// Makes this what the process does on `signal`. May be called in a signal handler.
    func install(for signal: Int32) {
        var action = action
        sigaction(signal, &action, nil)
    }

    /// Whether the signal is ignored.
    var isIgnored: Bool {
        #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
        #else
        let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// A set of signals.
struct SignalSet {
    private var set = sigset_t()

    init(_ signals: some Sequence<Int32>) {
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
    }

    /// Runs `body` while the signals wait.
    func whileBlocked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var set = set
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}
