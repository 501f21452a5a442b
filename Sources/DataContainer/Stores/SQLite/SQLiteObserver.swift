internal import Dispatch
internal import Foundation

/// Tells one observer of a store what others commit.
///
/// A store sets the times of its log after each commit, and the file system tells every process of it; see
/// ``SQLiteBell``. Events that come while the store is being read are answered by one more read.
final class SQLiteObserver: Sendable {
    private struct State: Sendable {
        var seen: SQLiteStore.Progress?
        var isLookScheduled = false
        var failures = 0
        /// How many times in a row a look was put off.
        var delays = 0
        var onChange: (@Sendable (ExternalChange) -> Void)?
        var watcher: FileWatcher?
    }

    private let store: SQLiteStore
    private let folder: String
    private let queue = DispatchQueue(label: "DataContainer.SQLiteObserver", qos: .userInitiated)
    private let state = Lock(State())

    /// Begins to observe. Fails if the file's folder cannot be watched.
    init?(_ store: SQLiteStore, _ path: String, _ onChange: @escaping @Sendable (ExternalChange) -> Void) {
        self.store = store
        folder = (path as NSString).deletingLastPathComponent
        let name = (path as NSString).lastPathComponent
        let watcher = FileWatcher(folder: folder, names: [name, name + "-wal"], lockedNames: [name]) { [weak self] in
            self?.wake()
        }
        guard watcher.isAlive else { return nil }
        // Read after watching has begun, so nothing is missed in between. Unknown, it makes the first look report all.
        var seen: SQLiteStore.Progress?
        if case .change(_, let progress) = try? store.news(since: nil, waits: true) { seen = progress }
        state.withLock { state in
            state.onChange = onChange
            state.watcher = watcher
            state.seen = seen
        }
        // Events that came before there was somebody to tell.
        wake()
    }

    /// How many looks in a row have failed.
    var failures: Int {
        state.withLock { $0.failures }
    }

    /// How many times in a row a look was put off.
    var delays: Int {
        state.withLock { $0.delays }
    }

    func cancel() {
        // Released without the lock: the last reference may run somebody's deinitializer.
        let (onChange, watcher) = state.withLock { state in
            defer {
                state.onChange = nil
                state.watcher = nil
            }
            return (state.onChange, state.watcher)
        }
        watcher?.cancel()
        withExtendedLifetime(onChange) {}
    }

    /// Arranges for a look at the store, unless one is on its way.
    private func wake() {
        let isNeeded = state.withLock { state in
            guard !state.isLookScheduled, state.onChange != nil else { return false }
            state.isLookScheduled = true
            return true
        }
        if isNeeded { queue.async { [weak self] in self?.look() } }
    }

    /// Reads what is new and reports it.
    private func look() {
        let (seen, watcher, waits) = state.withLock { state in
            // What happens from here on needs another look.
            state.isLookScheduled = false
            return (state.seen, state.watcher, state.delays >= Self.mostDelays)
        }
        guard let watcher else { return }
        watcher.renew()
        do throws(StoreError) {
            guard watcher.isAlive else { throw StoreError(.cannotOpen, "The folder '\(folder)' does not exist.") }
            // The file may have been deleted together with its folder, of which no event tells in time.
            switch try store.news(since: seen, waits: waits) {
            case .change(let change, let progress):
                let onChange = state.withLock { state in
                    state.failures = 0
                    state.delays = 0
                    state.seen = progress
                    return state.onChange
                }
                if !change.isEmpty { onChange?(change) }
            case .busy:
                putOff()
            case .noFile:
                throw StoreError(.cannotOpen, "The file does not exist.")
            }
        } catch {
            lookAgainLater()
        }
    }

    /// How often a look is put off before it waits.
    private static let mostDelays = 3

    /// Looks again in a moment. This process is using the store, mostly for the very commit that was told of: to wait for
    /// it would slow it down, since the two would take turns.
    private func putOff() {
        let isNeeded = state.withLock { state in
            state.delays += 1
            // Another event may have come meanwhile.
            defer { state.isLookScheduled = true }
            return !state.isLookScheduled
        }
        if isNeeded { queue.asyncAfter(deadline: .now() + .milliseconds(1)) { [weak self] in self?.look() } }
    }

    /// A store that cannot be read now is read later: nobody may tell of the change again.
    private func lookAgainLater() {
        let delay = state.withLock { state in
            state.failures += 1
            return min(1_000, 10 << min(state.failures, 10))
        }
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in self?.wake() }
    }
}

extension ExternalChange {
    fileprivate var isEmpty: Bool {
        isComplete && entries.isEmpty && removed.isEmpty
    }
}
