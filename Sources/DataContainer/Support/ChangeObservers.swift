internal import Dispatch

/// Those who want to know of a store's changes, and the queue on which they are told.
final class ChangeObservers: Sendable {
    private let queue: DispatchQueue
    private let state = Lock(State())

    private struct State: Sendable {
        var observers: [Int: Observer] = [:]
        var last = 0
    }

    /// Somebody who wants to know of changes, until cancelled.
    private final class Observer: Sendable {
        private let onChange: Lock<(@Sendable (ExternalChange) -> Void)?>

        init(_ onChange: @escaping @Sendable (ExternalChange) -> Void) {
            self.onChange = Lock(onChange)
        }

        func report(_ change: ExternalChange) {
            // Taken out first: it may cancel, or wait for somebody who does.
            let onChange = onChange.withLock { $0 }
            onChange?(change)
        }

        func cancel() {
            // Released without the lock: the last reference may run somebody's deinitializer.
            let onChange = onChange.withLock { onChange in
                defer { onChange = nil }
                return onChange
            }
            withExtendedLifetime(onChange) {}
        }
    }

    init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Adds an observer. Returns its number.
    func add(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> Int {
        let observer = Observer(onChange)
        return state.withLock { state in
            state.last += 1
            state.observers[state.last] = observer
            return state.last
        }
    }

    /// Removes an observer, which is told nothing from then on. Returns whether none is left.
    func remove(_ number: Int) -> Bool {
        let (observer, isLast) = state.withLock { state in
            let observer = state.observers.removeValue(forKey: number)
            return (observer, state.observers.isEmpty)
        }
        observer?.cancel()
        return isLast
    }

    /// Tells the present observers, later. Called while the store's lock is held, so that they are told in the order of
    /// the revisions.
    func tell(_ change: ExternalChange) {
        let observers = state.withLock { Array($0.observers.values) }
        guard !observers.isEmpty else { return }
        queue.async {
            for observer in observers {
                observer.report(change)
            }
        }
    }
}
