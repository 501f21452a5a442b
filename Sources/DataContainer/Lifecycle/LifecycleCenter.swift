import CLifecycle
import Dispatch

/// Tells observers of lifecycle events: in the order in which they were added, one event at a time, in bounded time.
package final class LifecycleCenter: Sendable {
    /// The center that the platform's events reach.
    package static let shared = LifecycleCenter(source: PlatformLifecycleSource())

    /// How long `send` waits for the observers in all.
    ///
    /// Longer than an observer may take by itself (some 5 s), and shorter than the 10 s that container runtimes leave
    /// between SIGTERM and SIGKILL.
    package static let limit = Duration.seconds(7)

    private struct State {
        var registrations: [LifecycleRegistration] = []
        var isInstalled = false
    }

    private let state = Lock(State())
    private let source: (any LifecycleSource)?
    private let limit: Duration
    /// Held while an event is delivered.
    private let turn = DispatchSemaphore(value: 1)
    private let calls = LifecycleCalls()
    private let installing = Lock(())

    /// Makes a center.
    ///
    /// - Parameters:
    ///   - source: Installed when the first observer is added.
    ///   - limit: How long `send` waits for the observers in all.
    package init(source: (any LifecycleSource)?, limit: Duration = LifecycleCenter.limit) {
        self.source = source
        self.limit = limit
    }

    /// Has `observer` called at events until it is removed. It is held weakly. Adding it again does nothing.
    ///
    /// An event that is being delivered at this moment does not reach it.
    package func add(_ observer: any LifecycleObserver) {
        installSource()
        forgetDeadObservers()
        let registration = LifecycleRegistration(observer)
        state.withLock { state in
            if let index = state.registrations.firstIndex(where: { $0.identity == registration.identity }) {
                // The same object, or a new one at the address of one that is gone.
                state.registrations[index] = registration
            } else {
                state.registrations.append(registration)
            }
        }
    }

    /// Calls `observer` no more. A call that has begun goes on; one that has not is left out, of the present event too.
    package func remove(_ observer: any LifecycleObserver) {
        let identity = ObjectIdentifier(observer)
        let removed = state.withLock { state in
            let removed = state.registrations.filter { $0.identity == identity }
            state.registrations.removeAll { $0.identity == identity }
            return removed
        }
        removed.forEach { $0.cancel() }
    }

    /// Calls every observer with `event`, and returns when they are done or when the time is over.
    ///
    /// May be called on any thread, also from within an observer's `handle` (which happens when that calls `exit()`):
    /// then there is no turn to wait for, and everybody else is called at once.
    package func send(_ event: LifecycleEvent) {
        let caller = calls.observer(on: currentThread)
        var remaining = limit
        var hasTurn = false
        if caller == nil {
            // An event before this one ends by itself, unless it is being drawn out: half of the time is for the
            // observers in any case.
            let start = SuspendingClock.now
            hasTurn = turn.wait(for: limit / 2)
            remaining -= min(start.duration(to: .now), limit / 2)
        }
        defer {
            if hasTurn { turn.signal() }
        }
        let registrations = state.withLock { $0.registrations.filter { $0.identity != caller } }
        guard !registrations.isEmpty else { return }
        LifecycleRound(event, registrations, calls: calls).run(within: remaining)
    }

    private func installSource() {
        guard let source, !state.withLock({ $0.isInstalled }) else { return }
        // A second thread waits here until the first has installed the source. No observer is called meanwhile.
        installing.withLock { _ in
            guard !state.withLock({ $0.isInstalled }) else { return }
            let isInstalled = source.install(sendingTo: self)
            state.withLock { $0.isInstalled = isInstalled }
        }
    }

    /// Outside of the lock, since an observer whose last reference goes here may call `remove` as it goes.
    private func forgetDeadObservers() {
        let dead = state.withLock { $0.registrations }.filter { $0.observer == nil }
        guard !dead.isEmpty else { return }
        state.withLock { state in
            state.registrations.removeAll { registration in dead.contains { $0 === registration } }
        }
    }
}
