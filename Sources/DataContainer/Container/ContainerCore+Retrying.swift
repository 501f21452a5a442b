internal import Foundation

// What happens by itself: the first load, scheduled commits, retries, and the app's events.
extension ContainerCore {
    /// For how long a lifecycle event waits for a commit that another thread has begun, in seconds.
    private static let lifecycleTimeout = 5.0

    /// Loads the saved values, before the container is used.
    func start() {
        // A failure has become the status.
        try? load()
    }

    /// Begins to observe the store, once it has been read.
    func observeStore(since revision: Revision) {
        // On another thread than the store's: that one may be in the middle of another container's commit, where no
        // observer may run.
        let observation = store.observe { [self] change in
            scheduler.perform { self.takeOver(change) }
        }
        guard let observation else { return }
        state.withLock { state in
            if case .ended = state.phase { return }
            state.observation = observation
        }
        // What was committed between the load and the observation, nobody has told of.
        if let present = try? store.load([]), present.revision != revision { try? load() }
    }

    /// Commits what is pending, when its time has come.
    func commitOnSchedule() {
        state.withLock { $0.isCommitScheduled = false }
        // A failure has become the status, and is tried again.
        try? commit(.process, insisting: false)
    }

    /// Keeps the system from killing the process without a word while there is something to save.
    func holdOffSuddenTermination() {
        guard saving != .manually else { return }
        // Under the lock, so that two threads cannot do it in the wrong order.
        state.withLock { state in
            let isNeeded = state.pendingCount > 0
            guard isNeeded != state.holdsOffSuddenTermination else { return }
            state.holdsOffSuddenTermination = isNeeded
            if isNeeded { SuddenTermination.prevent() } else { SuddenTermination.allow() }
        }
    }

    /// Arranges to try again later: after 0.1 seconds, then twice as long each time, up to a minute.
    func scheduleRetry() {
        let delay = state.withLock { state -> Duration? in
            if state.isRetryScheduled { return nil }
            if case .ended = state.phase { return nil }
            state.isRetryScheduled = true
            state.failures += 1
            return .seconds(min(60, 0.05 * Double(1 << min(state.failures, 20))))
        }
        guard let delay else { return }
        scheduler.schedule(after: delay) {
            self.state.withLock { $0.isRetryScheduled = false }
            self.retry()
        }
    }

    /// Tries again what failed: loading if the store has not been read, then committing what is pending.
    func retry() {
        let (isLoaded, mayCommit) = state.withLock { ($0.isLoaded, $0.pendingCount > 0 || $0.saveFailure != nil) }
        if !isLoaded {
            guard (try? load()) != nil else { return }
        }
        if mayCommit, saving != .manually {
            try? commit(.process, insisting: false)
        }
    }
}

/// Passes the app's events on to a core. The lifecycle's center refers to this weakly, and so not to the core.
final class LifecycleRelay: LifecycleObserver {
    private let core: ContainerCore

    init(_ core: ContainerCore) {
        self.core = core
    }

    func handle(_ event: LifecycleEvent) {
        core.handle(event)
    }
}

extension ContainerCore {
    /// Saves at the app's way into the background and at its end; tries again what failed at its return.
    func handle(_ event: LifecycleEvent) {
        switch event {
        case .background, .end:
            guard saving != .manually else { return }
            // A failure has become the status; with the app in the background, there is nobody else to tell.
            try? commit(.power, insisting: true, timeout: Self.lifecycleTimeout)
            // One that cannot be made leaves the last one as it is, and is tried again at the next event.
            if state.withLock({ $0.isLoaded }) { try? (store as? any BackedUpStore)?.backUpIfDue(now: Date()) }
        case .foreground:
            retry()
            // What others wrote while the app was away, if the store does not tell of it.
            let mayBeStale = state.withLock { $0.isLoaded && $0.observation == nil }
            if mayBeStale { try? load() }
        }
    }
}
