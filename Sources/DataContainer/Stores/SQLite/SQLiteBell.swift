internal import Dispatch
internal import Foundation

/// Tells the observers of a file, in every process, that there is a new commit: sets the times of its log.
///
/// That SQLite writes to the log is no such sign. It comes before the commit can be read, by as long as the disk takes with
/// ``Durability/power``, and what follows is written to shared memory, of which no system tells.
///
/// Setting the times takes a tenth of a commit. So in a burst of commits it is done for the first, and then once every
/// half a millisecond for all since. If the process dies before that, the system closes its files, which is a sign too.
final class SQLiteBell: Sendable {
    private struct State: Sendable {
        var last: ContinuousClock.Instant?
        var isScheduled = false
    }

    private static let pause = Duration.microseconds(500)
    private static let queue = DispatchQueue(label: "DataContainer.SQLiteBell", qos: .userInitiated)

    private let path: String
    private let state = Lock(State())

    /// - Parameter path: The path of the log.
    init(_ path: String) {
        self.path = path
    }

    func ring() {
        let (isDue, mustSchedule) = state.withLock { state in
            if state.isScheduled { return (false, false) }
            let now = ContinuousClock.now
            if let last = state.last, last.duration(to: now) < Self.pause {
                state.isScheduled = true
                return (false, true)
            }
            state.last = now
            return (true, false)
        }
        if isDue { setTimes() }
        if mustSchedule {
            Self.queue.asyncAfter(deadline: .now() + .microseconds(500)) {
                self.state.withLock { state in
                    state.isScheduled = false
                    state.last = .now
                }
                self.setTimes()
            }
        }
    }

    private func setTimes() {
        // Nothing to do if it fails: the commit is made, and observers learn of it at the next one.
        utimensat(AT_FDCWD, path, nil, 0)
    }
}
