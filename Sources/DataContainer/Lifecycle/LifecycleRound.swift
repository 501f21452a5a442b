import CLifecycle
import Dispatch

/// An observer that was added to a center.
final class LifecycleRegistration: Sendable {
    private struct Reference {
        weak var observer: (any LifecycleObserver)?
    }

    /// Which object it is; tells nothing once the object is gone.
    let identity: ObjectIdentifier
    private let reference: Lock<Reference>

    init(_ observer: any LifecycleObserver) {
        identity = ObjectIdentifier(observer)
        reference = Lock(Reference(observer: observer))
    }

    /// The observer, unless it was removed or is gone.
    var observer: (any LifecycleObserver)? {
        reference.withLock { $0.observer }
    }

    func cancel() {
        reference.withLock { $0.observer = nil }
    }
}

/// Which observer is being called on which thread.
final class LifecycleCalls: Sendable {
    private let observers = Lock<[UInt: ObjectIdentifier]>([:])

    func observer(on thread: UInt) -> ObjectIdentifier? {
        observers.withLock { $0[thread] }
    }

    func set(_ observer: ObjectIdentifier?, on thread: UInt) {
        observers.withLock { $0[thread] = observer }
    }
}

/// The delivery of one event.
///
/// A thread calls the observers one after the other while the sender waits, since one that is stuck can be outwaited
/// only from another thread. When a call takes long, another thread goes on with the observers behind it, so that each
/// gets its time and all of them together take little more than the slowest.
final class LifecycleRound: Sendable {
    /// How long one observer keeps the next one waiting.
    static let patience = Duration.milliseconds(250)

    private struct State {
        var waiting: ArraySlice<LifecycleRegistration>
        var calling = 0
    }

    private let event: LifecycleEvent
    private let state: Lock<State>
    private let calls: LifecycleCalls
    /// Signalled when an observer is done.
    private let progress = DispatchSemaphore(value: 0)

    init(_ event: LifecycleEvent, _ registrations: [LifecycleRegistration], calls: LifecycleCalls) {
        self.event = event
        self.calls = calls
        state = Lock(State(waiting: registrations[...]))
    }

    /// Calls the observers, and returns when all are done or when `limit` is over.
    ///
    /// Time in which the whole process is stopped counts for little, so a process that is stopped while it saves and
    /// continued an hour later goes on saving.
    func run(within limit: Duration) {
        guard startWorker() else {
            // No thread to be had. Saving on this one, without a bound, is better than not saving.
            return work()
        }
        var remaining = limit
        while remaining > .zero {
            let (isDone, hasWaiting) = state.withLock { ($0.waiting.isEmpty && $0.calling == 0, !$0.waiting.isEmpty) }
            if isDone { return }
            let slice = min(Self.patience, remaining)
            let start = SuspendingClock.now
            if progress.wait(for: slice) {
                remaining -= min(start.duration(to: .now), slice)
            } else {
                remaining -= slice
                if hasWaiting { _ = startWorker() }
            }
        }
    }

    private func startWorker() -> Bool {
        let context = Unmanaged.passRetained(self)
        let isStarted = lifecycle_start_thread(
            { context in
                guard let context else { return }
                Unmanaged<LifecycleRound>.fromOpaque(context).takeRetainedValue().work()
            }, context.toOpaque())
        if !isStarted { context.release() }
        return isStarted
    }

    private func work() {
        let thread = currentThread
        let outer = calls.observer(on: thread)
        while let registration = next() {
            calls.set(registration.identity, on: thread)
            registration.observer?.handle(event)
            calls.set(outer, on: thread)
            state.withLock { $0.calling -= 1 }
            progress.signal()
        }
    }

    private func next() -> LifecycleRegistration? {
        state.withLock { state in
            guard let registration = state.waiting.popFirst() else { return nil }
            state.calling += 1
            return registration
        }
    }
}

extension DispatchSemaphore {
    /// Waits for a signal, for at most `duration` (below 292 years); returns whether there was one.
    func wait(for duration: Duration) -> Bool {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        return wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
    }
}
