internal import Foundation

extension SQLiteStore {
    /// Sees to a file that SQLite calls damaged: it is set aside, and a new one with all that could be saved is put in its
    /// place.
    ///
    /// - Parameters:
    ///   - damage: What SQLite said.
    ///   - isRepeated: Whether it said so again after the file was found to be sound.
    /// - Throws: ``StoreError/Code/damaged`` if the file could not be set aside; it is then as it was.
    func recover(_ state: inout State, _ damage: StoreError, isRepeated: Bool) throws(StoreError) {
        state.connection?.leaveFileAlone()
        state.connection = nil
        let path = try place.resolvedPath()
        let folder = (path as NSString).deletingLastPathComponent
        try SQLitePlace.withFolderLocked(folder, patience: patience) { () throws(StoreError) in
            // Another process may have been faster. And what was read may have been right by now.
            guard let file = FileIdentity(path), file == state.tried, isRepeated || !SQLiteConnection.isSound(path)
            else {
                return
            }
            state.notices += try SQLiteRecovery(path).run(damage, after: state.highest).notices
        }
    }

    /// Adds what the backup has for entries that are damaged.
    func fillIn(_ snapshot: inout Snapshot) {
        let damaged = snapshot.unreadable.filter { $0.value.code == .damaged }.keys
        guard !damaged.isEmpty, let path = try? place.resolvedPath(), let backup = SQLiteBackup(path).content() else {
            return
        }
        let found = damaged.filter { backup.entries[$0] != nil }.sorted()
        for key in found {
            snapshot.entries[key] = backup.entries[key].map { Entry(value: $0.value, revision: .zero) }
        }
        state.withLock { state in
            state.notices += found.filter { !state.toldOf.contains($0) }.map { key in
                StoreNotice(
                    key: key,
                    "The entry is damaged; its value was taken from the backup of \(backup.date.formatted(.iso8601)).")
            }
            state.toldOf.formUnion(found)
        }
    }

    /// The notices that nobody has been given.
    func takeNotices() -> [StoreNotice] {
        state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }
}
