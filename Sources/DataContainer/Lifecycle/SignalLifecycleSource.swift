#if os(macOS) || !canImport(Darwin)
import CLifecycle
import Foundation

/// Lifecycle events of a program that lives by signals: on Linux and other Unix systems, and in a terminal on macOS.
///
/// The signal handler only takes a note. A thread of its own reads the notes, tells the observers, and then does what
/// the signal would have done. It blocks signals itself, so the program's other threads, their masks and the calls that
/// wait for signals (`sigwait`, `signalfd`) are as they were.
///
/// A process forked from this one has the handler, but not the thread: there a signal acts at once, as if it had never
/// been taken, and normal exit saves nothing. The stores' connections cannot be used on that side of a fork anyway.
struct SignalLifecycleSource: LifecycleSource {
    /// How long to wait for SIGCONT's handler after a stop, in ms, before taking it that the process did not stop.
    private static let returnGrace: Int32 = 250

    private static let plans: [(signal: Int32, plan: SignalPlan)] = [
        (SIGHUP, .ending), (SIGINT, .ending), (SIGTERM, .ending), (SIGTSTP, .stopping), (SIGCONT, .continuing),
    ]

    func install(sendingTo center: LifecycleCenter) -> Bool {
        // A center that has a source lives for good: it is never released.
        let context = Unmanaged.passRetained(center).toOpaque()
        let isReady =
            lifecycle_prepare_signals()
            && lifecycle_at_exit({ SignalLifecycleSource.center($0)?.send(.end) }, context)
            && lifecycle_start_thread(
                { context in
                    guard let center = SignalLifecycleSource.center(context) else { return }
                    SignalLifecycleSource.run(sendingTo: center)
                }, context)
        guard isReady else { return false }
        for (signal, _) in Self.plans where SignalPlan.takes(Self.disposition(of: signal)) {
            _ = lifecycle_take_signal(signal)
        }
        return true
    }

    private static func center(_ context: UnsafeMutableRawPointer?) -> LifecycleCenter? {
        context.map { Unmanaged<LifecycleCenter>.fromOpaque($0).takeUnretainedValue() }
    }

    /// What the thread does, for as long as the process lives.
    private static func run(sendingTo center: LifecycleCenter) {
        var awaitsReturn = false
        while true {
            let signal = lifecycle_next_signal(awaitsReturn ? returnGrace : -1)
            awaitsReturn = false
            guard let plan = plans.first(where: { $0.signal == signal })?.plan else {
                // The grace is over.
                center.send(.foreground)
                continue
            }
            center.send(plan.event)
            let isContinued = lifecycle_continue_is_pending()
            switch plan.consequence(disposition(of: signal), isContinued: isContinued) {
            case .nothing: break
            case .actByDefault:
                // Sent again meanwhile, it asks for the very stop that comes now, not for another one after the return.
                lifecycle_forget_signal(signal)
                lifecycle_act_by_default(signal)
                guard plan == .stopping else { break }
                switch SignalPlan.afterStop(continueSignal: disposition(of: SIGCONT)) {
                case .awaitsSignal: awaitsReturn = true
                case .isNow: center.send(.foreground)
                }
            }
        }
    }

    private static func disposition(of signal: Int32) -> SignalPlan.Disposition {
        switch lifecycle_signal_disposition(signal) {
        case lifecycle_disposition_ours: .ours
        case lifecycle_disposition_standard: .standard
        case lifecycle_disposition_ignored: .ignored
        default: .foreign
        }
    }
}
#endif
