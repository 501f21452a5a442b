/// Watches some files of one folder by the file system's events. Nothing polls.
///
/// It reports that something may have happened, not what: a file was created, deleted, replaced, closed after writing, or
/// had its times set. The folder is watched, not the files, so the files may come and go.
final class FileWatcher: Sendable {
    private let folder: String
    private let names: Set<String>
    private let lockedNames: Set<String>
    private let onEvent: @Sendable () -> Void
    private let state = Lock(State())

    private struct State: Sendable {
        var watch: (any FileWatch)?
        var folder: FileIdentity?
    }

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, without symbolic links.
    ///   - names: The names of the files.
    ///   - lockedNames: Those of them that this process locks, which must not be opened and closed: that would release the
    ///     locks. On Apple systems, changes of their contents are not reported.
    ///   - onEvent: Called on a queue that every watcher of the process shares, so it has to be quick.
    init(
        folder: String, names: Set<String>, lockedNames: Set<String> = [], onEvent: @escaping @Sendable () -> Void
    ) {
        self.folder = folder
        self.names = names
        self.lockedNames = lockedNames
        self.onEvent = onEvent
        renew()
    }

    /// Watches the folder that is at the path now, if the one that was watched is gone.
    func renew() {
        let old = state.withLock { state -> (any FileWatch)? in
            // The system tells of a deleted folder only when the last deleted file of it is closed, so ask for it.
            let present = FileIdentity(folder)
            if let watch = state.watch, watch.isAlive, state.folder == present { return nil }
            let old = state.watch
            state.folder = present
            state.watch = FileWatcherPlatform.watch(
                folder: folder, names: names, lockedNames: lockedNames, onEvent: onEvent)
            return old
        }
        old?.cancel()
    }

    /// Whether the folder is being watched.
    var isAlive: Bool {
        state.withLock { $0.watch?.isAlive ?? false }
    }

    /// Ends watching. An event that was already on its way may still be reported.
    func cancel() {
        let watch = state.withLock { state in
            defer { state.watch = nil }
            return state.watch
        }
        watch?.cancel()
    }

    deinit {
        cancel()
    }
}

/// The platform's part of a watcher.
protocol FileWatch: Sendable {
    /// Whether events can still come: the folder was neither deleted nor moved away.
    var isAlive: Bool { get }
    func cancel()
}
