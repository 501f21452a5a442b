internal import Foundation

// Which file is open: the one that is at the path now.

extension SQLiteStore {
    /// The connection to the file that is at the path now.
    func connect(_ state: inout State, _ interval: Duration) throws(StoreError) -> SQLiteConnection {
        if let open = state.connection, open.hasMoved(within: interval) {
            open.leaveFileAlone()
            state.connection = nil
            state.isReplaced = state.isReplaced || state.file != nil
        }
        if let open = state.connection { return open }
        let losesCommits = try seeToLog(&state)
        let open = try openFile(&state)
        let file = state.tried
        if losesCommits {
            // Otherwise what follows in the log would be found again. If somebody else is reading, it will be.
            try? open.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            state.isReplaced = true
        }
        if state.isReplaced || state.file != nil && state.file != file {
            // Noted at once, so that a failure does not make it forgotten.
            state.isReplaced = true
            try open.continueRevisions(after: state.highest)
            state.isReplaced = false
            state.generation += 1
        }
        open.generation = state.generation
        state.file = file
        state.connection = open
        return open
    }

    /// Copies the log aside if commits are missing from it, which SQLite leaves out in silence. Returns whether they are.
    private func seeToLog(_ state: inout State) throws(StoreError) -> Bool {
        guard let path = try? place.resolvedPath() else { return false }
        let log = SQLiteLog(of: path)
        guard log.losesCommits, access(path, F_OK) == 0 else { return false }
        let folder = (path as NSString).deletingLastPathComponent
        let copy = try SQLitePlace.withFolderLocked(folder, patience: patience) { () throws(StoreError) -> String? in
            // Looked at again: it may have been written at that moment, or another process was faster.
            log.losesCommits ? try SQLiteRecovery(path).copyLogAside() : nil
        }
        guard let copy else { return false }
        state.notices.append(
            StoreNotice(
                """
                The log of '\(path)' is damaged. It was copied to '\(copy)'. The entries are those of a moment before the \
                damage; what was committed after it is missing.
                """))
        return true
    }

    /// Opens the file at the path, whichever that is by then: another process may put a new one in the place of a damaged one
    /// meanwhile.
    private func openFile(_ state: inout State) throws(StoreError) -> SQLiteConnection {
        let path = try? place.path()
        var rounds = 0
        while true {
            rounds += 1
            state.tried = path.flatMap { FileIdentity($0) }
            var isSettled: Bool { rounds > 5 || path.flatMap { FileIdentity($0) } == state.tried }
            do throws(StoreError) {
                let open = try SQLiteConnection.open(place, patience: patience)
                // SQLite opens what it cannot open for writing for reading, even if it was only gone for a moment.
                if open.isReadOnly, !isSettled {
                    open.leaveFileAlone()
                    continue
                }
                state.tried = FileIdentity(open.path)
                return open
            } catch  where !isSettled {
                continue
            }
        }
    }
}
