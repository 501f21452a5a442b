#if canImport(Darwin)
internal import Darwin
internal import Dispatch

enum FileWatcherPlatform {
    /// Begins to watch. `nil` if the system refuses: the folder is not there, or there are too many open files.
    static func watch(
        folder: String, names: Set<String>, lockedNames: Set<String>, onEvent: @escaping @Sendable () -> Void
    ) -> (any FileWatch)? {
        FolderWatch(folder: folder, openNames: names.subtracting(lockedNames), onEvent: onEvent)
    }
}

/// A source for the folder, which tells of files that come and go, and one for each file that is there.
///
/// A watched file is opened, and closing it releases the locks that the process has on it. So none may be watched that the
/// process locks: of an SQLite database, only the log.
private final class FolderWatch: FileWatch {
    private struct State {
        var folder: (any DispatchSourceFileSystemObject)?
        var files: [String: any DispatchSourceFileSystemObject] = [:]
        var isAlive = true
    }

    private static let queue = DispatchQueue(label: "DataContainer.FileWatcher", qos: .userInitiated)

    private let path: String
    private let openNames: Set<String>
    private let onEvent: @Sendable () -> Void
    private let state = Lock(State())

    init?(folder: String, openNames: Set<String>, onEvent: @escaping @Sendable () -> Void) {
        path = folder
        self.openNames = openNames
        self.onEvent = onEvent
        let isWatched = state.withLock { state in
            guard let source = Self.source(folder, [.write, .attrib, .delete, .rename, .revoke]) else { return false }
            source.setEventHandler { [weak self, unowned source] in self?.folderChanged(source.data) }
            source.activate()
            state.folder = source
            return true
        }
        guard isWatched else { return nil }
        watchFiles()
    }

    var isAlive: Bool { state.withLock { $0.isAlive } }

    func cancel() {
        state.withLock { state in
            state.isAlive = false
            state.folder?.cancel()
            state.files.values.forEach { $0.cancel() }
            state.folder = nil
            state.files = [:]
        }
    }

    deinit {
        cancel()
    }

    private func folderChanged(_ events: DispatchSource.FileSystemEvent) {
        if events.isDisjoint(with: [.delete, .rename, .revoke]) {
            watchFiles()
        } else {
            cancel()
        }
        onEvent()
    }

    private func watchFiles() {
        state.withLock { state in
            guard state.isAlive else { return }
            for name in openNames where state.files[name] == nil {
                guard let source = Self.source(path + "/" + name, [.write, .extend, .attrib, .delete, .rename]) else {
                    continue
                }
                source.setEventHandler { [weak self, unowned source] in self?.fileChanged(name, source.data) }
                state.files[name] = source
                source.activate()
            }
        }
    }

    private func fileChanged(_ name: String, _ events: DispatchSource.FileSystemEvent) {
        if !events.isDisjoint(with: [.delete, .rename]) {
            state.withLock { $0.files.removeValue(forKey: name)?.cancel() }
            watchFiles()
        }
        onEvent()
    }

    private static func source(
        _ path: String, _ events: DispatchSource.FileSystemEvent
    ) -> (any DispatchSourceFileSystemObject)? {
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor, eventMask: events, queue: queue)
        source.setCancelHandler { close(descriptor) }
        return source
    }
}
#endif
