internal import CSQLite
internal import Foundation

/// An open SQLite file with its prepared statements. Not thread-safe: its store keeps it behind a lock.
final class SQLiteConnection {
    let handle: OpaquePointer
    let path: String
    /// Tells observers of commits.
    let bell: SQLiteBell
    /// How long a call waits for another process that holds the file, in milliseconds.
    let patience: Int32
    private let process = getpid()
    private var statements = [SQLiteStatement?](repeating: nil, count: SQLiteQuery.allCases.count)
    private var synchronous: Durability?
    private var lastLook: ContinuousClock.Instant?
    /// Whether the file was found to be another one; it does not come back.
    private var isMoved = false
    /// The lowest revision that the store can be at: the file took the place of one that had come so far.
    var floor = Revision.zero
    /// The highest revision that was seen.
    var highest = Revision.zero
    /// The number of the file among those that its store has seen at the path.
    var generation = 0
    var own = SQLiteOwnCommits()

    /// Opens the file as it is, without reading it. The file has to exist.
    init(opening path: String, patience: Int32) throws(StoreError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            // SQLite gives a handle even when it fails, for the sake of its message.
            defer { sqlite3_close_v2(opened) }
            throw StoreError.sqlite(code, handle: opened, path: path)
        }
        self.handle = opened
        self.path = path
        bell = SQLiteBell(String(cString: sqlite3_db_filename(opened, "main")) + SQLiteFileSuffix.log)
        self.patience = patience
        sqlite3_extended_result_codes(opened, 1)
        wait(atMost: patience)
    }

    deinit {
        // The connection belongs to the process that opened it: closing it in another would delete the log under it.
        guard process == getpid() else { return }
        for statement in statements {
            sqlite3_finalize(statement?.handle)
        }
        sqlite3_close_v2(handle)
    }

    /// SQLite's bookkeeping of file locks does not survive `fork`, and using it could damage the file. To be called before
    /// a store's lock is taken: a thread that the new process does not have may have held it.
    static func checkProcess() throws(StoreError) {
        guard firstProcess == getpid() else {
            throw StoreError(
                .unsupported,
                "This process was forked from one that uses SQLite; it has to call exec before it uses a store.")
        }
    }

    /// The process that first used a store. SQLite's bookkeeping is one for all files of a process.
    private static let firstProcess = getpid()

    /// The error that the last call on this connection gave.
    func error(_ code: Int32) -> StoreError {
        .sqlite(code, handle: handle, path: path)
    }

    /// The statement of a query, prepared on first use.
    func statement(_ query: SQLiteQuery) throws(StoreError) -> SQLiteStatement {
        if let statement = statements[query.rawValue] {
            return statement
        }
        var prepared: OpaquePointer?
        let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(handle, query.text, -1, persistent, &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw error(code)
        }
        let statement = SQLiteStatement(handle: prepared, connection: self)
        statements[query.rawValue] = statement
        return statement
    }

    /// Runs statements that are needed once, and ignores their rows.
    func execute(_ text: String) throws(StoreError) {
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        if code != SQLITE_OK {
            throw error(code)
        }
    }

    /// The integer in the first column of the only row, or `nil` if there is no row.
    func integer(_ query: SQLiteQuery) throws(StoreError) -> Int64? {
        let statement = try statement(query)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }
}

// MARK: - Transactions

extension SQLiteConnection {
    /// Runs `body` on one unchanging state of the file.
    func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try transaction(.beginReading, body)
    }

    /// Runs `body` as the file's only writer. When it throws, nothing is changed.
    func writing<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try transaction(.beginWriting, body)
    }

    private func transaction<Result>(
        _ begin: SQLiteQuery, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try statement(begin).run()
        do throws(StoreError) {
            let result = try body()
            try statement(.commit).run()
            return result
        } catch {
            // SQLite has rolled back by itself after some errors; rolling back again would hide the first error.
            if sqlite3_get_autocommit(handle) == 0 {
                try? statement(.rollback).run()
            }
            throw error
        }
    }

    /// Whether a transaction is still open: if so after a failure, the connection has to be given up.
    var isInTransaction: Bool {
        sqlite3_get_autocommit(handle) == 0
    }

    /// How many rows the last statement changed.
    var changedRows: Int32 {
        sqlite3_changes(handle)
    }
}

// MARK: - The file and the disk

extension SQLiteConnection {
    /// Makes calls wait so many milliseconds for another connection that holds the file.
    ///
    /// SQLite's own waiting sleeps for longer and longer. Beside somebody who commits without a pause, a try in a hundred
    /// milliseconds mostly comes to nothing, and a commit takes most of a second.
    func wait(atMost patience: Int32) {
        let limit = UnsafeMutableRawPointer(bitPattern: Int(patience))
        sqlite3_busy_handler(
            handle,
            { limit, tries in
                guard Int(tries) < Int(bitPattern: limit) else { return 0 }
                sqlite3_sleep(1)
                return 1
            }, limit)
    }

    /// Makes the commits that follow as durable as this. Costs nothing when they already are.
    func setDurability(_ durability: Durability) throws(StoreError) {
        guard synchronous != durability else { return }
        synchronous = nil
        try execute(durability == .power ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        synchronous = durability
    }

    /// Makes every earlier commit survive a power cut, without writing anything.
    ///
    /// Earlier commits are in the write-ahead log, or were copied into the file, and copying waits for the disk. So it
    /// takes the log's own synchronisation, which SQLite has no statement for.
    func synchronize() throws(StoreError) {
        var log: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
        guard code == SQLITE_OK else { throw error(code) }
        // Without methods the log is not open, so nothing is in it.
        guard let log, let methods = log.pointee.pMethods, let synchronize = methods.pointee.xSync else { return }
        let result = synchronize(log, SQLITE_SYNC_FULL)
        guard result == SQLITE_OK else {
            throw .sqlite(result, handle: nil, path: path)
        }
    }

    /// Whether the file at the path is another one than this connection's: it was deleted or replaced.
    ///
    /// - Parameter interval: The answer may be this old. To ask the system takes a tenth of a commit.
    func hasMoved(within interval: Duration) -> Bool {
        let now = ContinuousClock.now
        if isMoved { return true }
        if let lastLook, lastLook.duration(to: now) < interval { return false }
        lastLook = now
        var moved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        isMoved = code == SQLITE_OK && moved != 0
        return isMoved
    }

    /// SQLite's number of the file's state, as this connection saw it last: every commit to the file, also by others, makes
    /// it another one. `nil` if SQLite does not tell. https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
    var stateOfFile: UInt32? {
        var state: UInt32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &state)
        return code == SQLITE_OK ? state : nil
    }

    /// Whether the file can be read only.
    var isReadOnly: Bool {
        sqlite3_db_readonly(handle, "main") == 1
    }

    /// Makes closing leave the file and its log as they are.
    ///
    /// Closing the last connection copies the log into the file and deletes it, which is wrong for a file that is not
    /// ours to change, and when the file was replaced, since the log of the new one has the same name.
    func leaveFileAlone() {
        _ = sqlite3_leave_log_on_close(handle)
    }
}
