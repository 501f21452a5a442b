internal import Foundation

extension SQLiteStore {
    /// Calls `onChange` for what others commit: another process, or another store on the same file. What is committed
    /// through this store is not reported.
    ///
    /// By the file system's events (inotify on Linux, kernel events on Apple systems), so it costs nothing while nothing
    /// happens. `onChange` is called on a dispatch queue of the observation, one call at a time, in the order of the
    /// revisions; several commits may be reported as one. It may use the store.
    ///
    /// The observation goes on when the file is replaced or deleted and made anew: the entries of the new file count as
    /// newer than those of the old one.
    ///
    /// - Returns: The observation, or `nil` if the system does not let the file's folder be watched. It keeps the store.
    public func observe(_ onChange: @escaping @Sendable (ExternalChange) -> Void) -> StoreObservation? {
        guard let path = try? place.resolvedPath(), let observer = SQLiteObserver(self, path, onChange) else {
            return nil
        }
        return StoreObservation { observer.cancel() }
    }

    /// How far an observer has come.
    struct Progress: Sendable, Equatable {
        /// The revision that it has seen.
        var revision: Revision
        /// The number of the file that it has seen, see ``SQLiteStore/State/generation``.
        var generation: Int
    }

    /// What an observer finds.
    enum News: Sendable {
        /// What others have committed, and how far the store has come.
        case change(ExternalChange, Progress)
        /// Another thread has the file.
        case busy
        /// There is no file, and to create it is not an observer's business.
        case noFile
    }

    /// What others have committed since.
    ///
    /// - Parameter waits: Whether to wait for another thread that has the file.
    func news(since seen: Progress?, waits: Bool) throws(StoreError) -> News {
        guard place.isPresent else { return .noFile }
        let look: @Sendable (SQLiteConnection) throws(StoreError) -> News = { (connection) throws(StoreError) in
            let change = try connection.reading { () throws(StoreError) in
                guard let seen, seen.generation == connection.generation else {
                    return ExternalChange(revision: try connection.revision(), isComplete: false)
                }
                return try connection.foreignChanges(after: seen.revision)
            }
            return .change(change, Progress(revision: change.revision, generation: connection.generation))
        }
        return waits ? try withConnection(look) : try withIdleConnection(look) ?? .busy
    }
}

extension SQLiteConnection {
    /// Makes this file, which has taken the place of another one, go on where that one was.
    ///
    /// Its entries may have lower revisions than those of the old file, and everybody who has seen these would take them
    /// for older ones. Reads and writes the whole file, unless it has been done.
    func continueRevisions(after last: Revision) throws(StoreError) {
        floor = last
        guard try integer(.lowestRevision) ?? 0 <= last.rawValue, !isReadOnly else { return }
        try setDurability(.process)
        try writing { () throws(StoreError) in
            let revision = try self.revision().next
            let entries = try everyEntry().entries
            for (key, entry) in entries {
                try set(key, entry.value, revision)
            }
            // In an empty file, what is left of an entry that never was tells other processes how far the old file was.
            if entries.isEmpty { try setRemoved("", revision) }
        }
        bell.ring()
    }
}
