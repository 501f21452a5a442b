internal import Dispatch
internal import Foundation

extension FileStore {
    /// Calls `onChange` for every change of the file's entries from now on: commits through this store or by others, edits
    /// by hand, a file put in its place. It is called on a dispatch queue of the store, one call at a time, in the order of
    /// the revisions. It may use the store.
    ///
    /// The file is watched where the URL leads at this moment; if a symbolic link is changed to lead elsewhere, the next
    /// load finds out.
    ///
    /// - Returns: The observation, or `nil` if the file's folder does not exist or cannot be watched.
    public func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? {
        guard watch() else { return nil }
        // Read after watching has begun, so nothing is missed in between; and before the observer is told of changes, which
        // are changes to what is there now. A failure leaves the first good look to report everything.
        _ = try? load([])
        let number = observers.add(onChange)
        return StoreObservation { [weak self] in
            guard let self, self.observers.remove(number) else { return }
            let watcher = self.watcher.withLock { watcher in
                defer { watcher = nil }
                return watcher
            }
            watcher?.cancel()
        }
    }

    /// Sees to it that the file is being watched.
    private func watch() -> Bool {
        guard let file = try? file(), let folder = realpath(file.folder, nil) else { return false }
        defer { free(folder) }
        let name = (file.path as NSString).lastPathComponent
        let path = String(cString: folder)
        let queue = DispatchQueue(label: "DataContainer.FileStore.look", qos: .userInitiated)
        return watcher.withLock { watcher in
            if let watcher {
                watcher.renew()
                return watcher.isAlive
            }
            let new = FileWatcher(folder: path, names: [name]) { [weak self] in
                queue.async { [weak self] in self?.lookUntilSettled(.now, queue) }
            }
            guard new.isAlive else { return false }
            watcher = new
            return true
        }
    }

    private func lookUntilSettled(_ start: ContinuousClock.Instant, _ queue: DispatchQueue) {
        guard let watcher = watcher.withLock({ $0 }) else { return }
        watcher.renew()
        if look(since: start) {
            queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
                self?.lookUntilSettled(start, queue)
            }
        } else if !watcher.isAlive {
            let isFirst = isFolderAwaited.withLock { isAwaited in
                defer { isAwaited = true }
                return !isAwaited
            }
            if isFirst { awaitFolder(20, queue) }
        }
    }

    /// Watches again when the folder, which is gone, is back: no event tells of that.
    private func awaitFolder(_ delay: Int, _ queue: DispatchQueue) {
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
            guard let self else { return }
            let watcher = self.watcher.withLock { $0 }
            watcher?.renew()
            if let watcher, !watcher.isAlive { return self.awaitFolder(min(1_000, 2 * delay), queue) }
            self.isFolderAwaited.withLock { $0 = false }
            self.lookUntilSettled(.now, queue)
        }
    }
}
