/// Watches some files of one folder by the file system's events. Nothing polls.
///
/// It reports that something may have happened, not what: a file was created, deleted, replaced, closed after writing, or
/// had its times set. The folder is watched, not the files, so the files may come and go.
final class FileWatcher: Sendable {
    private let folder: String
    private let names: Set<String>
    private let onEvent: @Sendable () -> Void
    private let watch = Lock<(any FileWatch)?>(nil)

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, without symbolic links.
    ///   - names: The names of the files.
    ///   - onEvent: Called on a queue that every watcher of the process shares, so it has to be quick.
    init(folder: String, names: Set<String>, onEvent: @escaping @Sendable () -> Void) {
        self.folder = folder
        self.names = names
        self.onEvent = onEvent
        renew()
    }

    /// Watches the folder that is at the path now, if the one that was watched is gone.
    func renew() {
        watch.withLock { watch in
            if let watch, watch.isAlive { return }
            watch = FileWatcherPlatform.watch(folder: folder, names: names, onEvent: onEvent)
        }
    }

    /// Whether the folder is being watched.
    var isAlive: Bool {
        watch.withLock { $0?.isAlive ?? false }
    }

    /// Ends watching. An event that was already on its way may still be reported.
    func cancel() {
        let watch = watch.withLock { watch in
            defer { watch = nil }
            return watch
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
