/// What a signal means, and what becomes of it once it has been told: decisions only, no system calls.
enum SignalPlan: Sendable, Hashable, CaseIterable {
    /// SIGHUP, SIGINT and SIGTERM: the process ends.
    case ending
    /// SIGTSTP: the process stops, until somebody continues it.
    case stopping
    /// SIGCONT: the process was continued.
    case continuing

    /// Who acts on a signal now.
    enum Disposition: Sendable, Hashable, CaseIterable {
        /// The handler of this package.
        case ours
        /// The system: the signal ends or stops the process.
        case standard
        /// Nobody: the signal is ignored.
        case ignored
        /// Another handler, which may call ours.
        case foreign
    }

    /// What is left to do when observers have dealt with a signal.
    enum Consequence: Sendable, Hashable, CaseIterable {
        /// Nothing: it is somebody else's, or it has done its work.
        case nothing
        /// What the signal would have done without this package.
        case actByDefault
    }

    /// Who tells of the return after a stop.
    enum Return: Sendable, Hashable, CaseIterable {
        /// Our handler of SIGCONT. If it does not, the process did not stop: the system ignores SIGTSTP where no shell
        /// could continue the process (an orphaned process group).
        case awaitsSignal
        /// Nobody else: SIGCONT is not ours.
        case isNow
    }

    /// What observers are told.
    var event: LifecycleEvent {
        switch self {
        case .ending: .end
        case .stopping: .background
        case .continuing: .foreground
        }
    }

    /// Whether a signal is taken when the source is installed: only if nobody else cares about it.
    static func takes(_ disposition: Disposition) -> Bool {
        disposition == .standard
    }

    /// What is left to do when observers have dealt with the signal.
    ///
    /// - Parameters:
    ///   - disposition: Who acts on the signal now.
    ///   - isContinued: Whether SIGCONT came since: a process that was told to go on must not stop.
    func consequence(_ disposition: Disposition, isContinued: Bool) -> Consequence {
        switch (self, disposition) {
        case (.continuing, _): .nothing
        case (.stopping, _) where isContinued: .nothing
        // Standard: the program gave it back to the system while observers were at work, so nobody else will act.
        case (_, .ours), (_, .standard): .actByDefault
        case (_, .ignored), (_, .foreign): .nothing
        }
    }

    /// How the return from a stop becomes known, by who acts on SIGCONT.
    static func afterStop(continueSignal disposition: Disposition) -> Return {
        switch disposition {
        case .ours: .awaitsSignal
        // A foreign handler may call ours.
        case .foreign: .awaitsSignal
        case .standard, .ignored: .isNow
        }
    }
}
