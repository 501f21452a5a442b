internal import CSQLite
internal import Foundation

extension SQLiteConnection {
    /// Opens the file of a store, creating it if it is not there, and makes sure that it is one.
    static func open(_ place: SQLitePlace, patience: Int32) throws(StoreError) -> SQLiteConnection {
        let path = try place.prepare()
        let connection = try SQLiteConnection(opening: path, patience: patience)
        do throws(StoreError) {
            try connection.settle()
        } catch {
            connection.leaveFileAlone()
            throw error
        }
        return connection
    }

    /// Reads the layout, and creates it in an empty file.
    private func settle() throws(StoreError) {
        // Checks of damaged pages, and on Apple systems the synchronisation that reaches the disk itself.
        try execute("PRAGMA cell_size_check = ON; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        try checkHeader()
        if try integer(.layout) == 0 {
            try createLayout()
        }
        let layout = try integer(.layout) ?? 0
        guard layout <= SQLiteSchema.layout else {
            throw StoreError(
                .newerLayout,
                """
                '\(path)' was written by a newer version (layout \(layout); this one knows \(SQLiteSchema.layout)). \
                It is left alone; update the app.
                """)
        }
        guard layout == SQLiteSchema.layout else {
            if try isOurs() { throw corrupt("its layout's number is \(layout)") }
            throw StoreError(.damaged, "'\(path)' has the unknown layout \(layout). It is left alone.")
        }
        try execute("PRAGMA wal_autocheckpoint = \(SQLiteSchema.checkpointInterval)")
        // Prepared now, so that a file with other tables fails here and not at the first commit.
        do throws(StoreError) {
            _ = try statement(.entry)
            _ = try statement(.isListed)
        } catch {
            if error.code == .damaged, try isOurs() { throw corrupt(error.message) }
            throw error
        }
        if !isReadOnly {
            // A copy that SQLite made of the file has no log; the store works without one too, only slower.
            try? execute("PRAGMA journal_mode = WAL")
        }
        try deleteRemovedEntries()
    }

    /// Looks for damage that SQLite does not call so. It takes a file of one byte for an empty one, and would write over it;
    /// and it gives a damaged header for one of another version.
    private func checkHeader() throws(StoreError) {
        var status = stat()
        if stat(path, &status) == 0, (1..<512).contains(status.st_size) {
            throw .sqlite(SQLITE_NOTADB, handle: nil, path: path)
        }
        if let header = bytes(limit: 100), let fault = SQLiteHeader.fault(header) { throw corrupt(fault) }
    }

    /// Whether the file is a store's, as far as can be seen, and not another program's database.
    private func isOurs() throws(StoreError) -> Bool {
        try integer(.isOurs) == 1
    }

    /// The error of a store's file that SQLite can read and this cannot.
    func corrupt(_ reason: String) -> StoreError {
        StoreError(
            .damaged, "The database '\(path)' is damaged: \(reason).",
            cause: SQLiteFailure(code: SQLITE_CORRUPT, message: reason, systemError: 0))
    }

    /// Whether a file is a store's and undamaged, as a new connection sees it.
    static func isSound(_ path: String) -> Bool {
        guard let connection = try? SQLiteConnection(opening: path, patience: 1_000) else { return false }
        defer { connection.leaveFileAlone() }
        guard (try? connection.checkHeader()) != nil, (try? connection.integer(.layout)) == SQLiteSchema.layout,
            (try? connection.statement(.entry)) != nil, (try? connection.statement(.isListed)) != nil,
            let check = try? connection.statement(.check)
        else { return false }
        defer { check.reset() }
        return (try? check.step()) == true && String(exactly: check.bytes(0)) == "ok"
    }

    private func createLayout() throws(StoreError) {
        guard try integer(.isEmptyFile) == 1 else {
            // Another process may have created the layout between our two looks.
            if try integer(.layout) == SQLiteSchema.layout { return }
            if try isOurs() { throw corrupt("its layout's number is 0") }
            throw StoreError(
                .cannotOpen, "'\(path)' is an SQLite database of something else. Choose another file for the store.")
        }
        try execute("PRAGMA page_size = \(SQLiteSchema.pageSize)")
        try switchToLog()
        try setDurability(.power)
        try writing { () throws(StoreError) in
            // Empty a moment ago; another process may have been faster.
            if try integer(.layout) == 0 {
                try execute(SQLiteSchema.creation)
            }
        }
    }

    /// Turns the write-ahead log on. Of two processes that do so at the same time, SQLite fails one without waiting.
    private func switchToLog() throws(StoreError) {
        let deadline = ContinuousClock.now + .milliseconds(Int(patience))
        while true {
            do throws(StoreError) {
                return try execute("PRAGMA journal_mode = WAL")
            } catch  where error.code == .busy && ContinuousClock.now < deadline {
                // Not a guess at a time: SQLite has no call that waits here, so the switch is tried until it works.
                sqlite3_sleep(1)
            }
        }
    }

    /// Deletes what earlier runs left of removed entries, except for the last removal.
    ///
    /// It is housekeeping, so it neither waits nor makes opening fail: a file that cannot be written now keeps them.
    private func deleteRemovedEntries() throws(StoreError) {
        guard try integer(.countRemoved) ?? 0 > 1, !isReadOnly else { return }
        try setDurability(.process)
        wait(atMost: 0)
        defer { wait(atMost: patience) }
        try? writing { () throws(StoreError) in
            try statement(.deleteRemoved).run()
        }
    }
}
