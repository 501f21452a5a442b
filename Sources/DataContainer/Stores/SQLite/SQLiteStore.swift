public import Foundation

/// A store in an SQLite file: the one that most apps want.
///
/// One row is one entry, in a table `entries` that a person can read with the `sqlite3` shell. The file is written
/// through a log (`NAME-wal`, with its index `NAME-shm`), so it is never half written: an app or a machine that dies
/// leaves every commit whole or absent. Several stores on the same file work together, in one process or in several.
///
/// Every entry carries a checksum. An entry that is not what was written is never returned as a value: it is reported
/// in ``Snapshot/unreadable``, with the value of the newest backup in ``Snapshot/entries`` if that has one. Before it is
/// overwritten, its row is copied into the table `set_aside`.
///
/// A file that SQLite calls damaged, or no database, is set aside as `NAME.sqlite.damaged-TIME`, with its log. A new file
/// takes its place, with every entry that could be read, and those of the backup for the rest; ``Snapshot/notices`` say
/// what was kept, from where, and what was not. Nothing is deleted: if the file cannot be set aside, loading and committing
/// throw ``StoreError/Code/damaged``, and it stays as it is. So does, with another error, a file of a newer version of this
/// package, or a database of something else.
///
/// Of a damaged log, the part before the damage counts. The log is copied aside, and a notice says that later commits
/// are missing. Damage to what was written last cannot be told from a process that died while it wrote.
///
/// A container makes a backup, `NAME.sqlite.backup`, when the app goes into the background or ends and the last one is
/// older than a day; never of a file in which anything is damaged.
///
/// A call that needs a file which another process is writing waits for up to five seconds and then throws
/// ``StoreError/Code/busy``. Nothing is locked between calls. A process made by `fork` has to call `exec` before it
/// uses a store; until then calls throw ``StoreError/Code/unsupported``.
///
/// Cost: a load reads the entries that it is asked for, and a commit writes those that it names, however many others
/// there are. A commit of one entry takes about as long as a bare SQLite statement that does the same: in the order of
/// 10 µs with ``Durability/process``, and as long as the disk takes with ``Durability/power``.
public final class SQLiteStore: Store {
    let place: SQLitePlace
    let patience: Int32
    let state = Lock(State(), isHeldLong: true)

    struct State {
        var connection: SQLiteConnection?
        /// The file that was opened last.
        var file: FileIdentity?
        /// The file that was last tried to be opened.
        var tried: FileIdentity?
        /// Whether another file has been found in its place.
        var isReplaced = false
        /// Counts the files that have been at the path, one in place of the other.
        var generation = 0
        /// The highest revision that was seen in any of them.
        var highest = Revision.zero
        /// What no load has handed out yet.
        var notices: [StoreNotice] = []
        /// The keys of damaged entries of which it was told that the backup's values are used.
        var toldOf: Set<String> = []
    }

    /// Makes a store in a file, which is created when it is first used, readable by this user alone. Its folder has to
    /// exist.
    ///
    /// Making the store touches no disk.
    ///
    /// - Parameter url: The URL of the file. A symbolic link is followed.
    public convenience init(url: URL) {
        // Made absolute now, so that a later change of the working folder does not move the store.
        self.init(place: .file(url.absoluteURL))
    }

    /// - Parameter patience: How long a call waits for another process that holds the file, in milliseconds.
    init(place: SQLitePlace, patience: Int32 = 5_000) {
        self.place = place
        self.patience = patience
    }

    /// The URL of the file, or `nil` if there can be none (the store was given a URL that is not a file's).
    public var url: URL? {
        guard let path = try? place.path() else { return nil }
        return URL(filePath: path, directoryHint: .notDirectory)
    }

    /// Reads entries, all at one moment. See ``Store/load(_:)``.
    public func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        var snapshot = try withConnection { (connection) throws(StoreError) in
            try connection.reading { () throws(StoreError) in
                if let keys {
                    try connection.entries(keys)
                } else {
                    try connection.everyEntry()
                }
            }
        }
        if !snapshot.unreadable.isEmpty { fillIn(&snapshot) }
        if keys?.isEmpty != true { snapshot.notices = takeNotices() }
        return snapshot
    }

    /// Writes some entries in one step. See ``Store/commit(_:durability:)``.
    public func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        var rounds = 0
        while true {
            let (revision, isInPlace) = try withConnection(lookedAtWithin: .milliseconds(5)) {
                (connection) throws(StoreError) in
                let revision = try connection.commit(changes, durability: durability)
                return (revision, !connection.hasMoved(within: .zero))
            }
            rounds += 1
            if isInPlace || rounds == 3 { return revision }
            // It went into a file that had been deleted or replaced, where nobody will look for it. Once more, but not for
            // ever: there are file systems on which no file stays the same.
        }
    }

    /// Reads what was committed after `revision`: entries, and what is left of removed ones.
    func changes(after revision: Revision) throws(StoreError) -> ExternalChange {
        try withConnection { (connection) throws(StoreError) in
            try connection.reading { () throws(StoreError) in
                try connection.changes(after: revision)
            }
        }
    }

    /// Runs `body` with the open file, and sees to it that a broken connection is not used again.
    ///
    /// - Parameter interval: How long ago it may have been seen that the file is still in its place.
    func withConnection<Result: Sendable>(
        lookedAtWithin interval: Duration = .zero,
        _ body: @Sendable (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try SQLiteConnection.checkProcess()
        return try state.withLock { (state) throws(StoreError) -> Result in
            try recovering(&state, interval, body)
        }
    }

    /// Runs `body` as ``withConnection(lookedAtWithin:_:)`` does, unless another thread has the file: then it returns `nil`.
    func withIdleConnection<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result? {
        try SQLiteConnection.checkProcess()
        return try state.withLockIfAvailable { (state) throws(StoreError) -> Result in
            try recovering(&state, .zero, body)
        }
    }

    private func recovering<Result: Sendable>(
        _ state: inout State, _ interval: Duration, _ body: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        var failures = 0
        while true {
            do throws(StoreError) {
                return try attempt(&state, interval, body)
            } catch  where error.isDamageOfFile && failures < 2 {
                failures += 1
                try recover(&state, error, isRepeated: failures > 1)
            }
        }
    }

    private func attempt<Result: Sendable>(
        _ state: inout State, _ interval: Duration, _ body: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let open = try connect(&state, interval)
        defer { state.highest = max(state.highest, open.highest) }
        do throws(StoreError) {
            return try body(open)
        } catch {
            if open.isInTransaction || error.breaksConnection {
                // The file may be damaged, or its disk broken: it is no time to copy the log into it.
                open.leaveFileAlone()
                state.connection = nil
            }
            throw error
        }
    }
}

extension StoreError {
    /// Whether the next call had better open the file anew. A conflict, a full disk and a busy file pass by themselves.
    fileprivate var breaksConnection: Bool {
        ![.conflict, .busy, .full, .unsupported].contains(code)
    }
}

extension Store where Self == SQLiteStore {
    /// A store in an SQLite file, see ``SQLiteStore``.
    ///
    /// - Parameter url: The URL of the file. Its folder has to exist.
    public static func sqlite(at url: URL) -> SQLiteStore {
        SQLiteStore(url: url)
    }

    /// A store in an SQLite file at the system's default place, see ``SQLiteStore``.
    ///
    /// On Apple systems that is `Application Support/BUNDLE-IDENTIFIER/NAME.sqlite`; elsewhere
    /// `$XDG_STATE_HOME/PROGRAM/NAME.sqlite`, where the variable's default is `~/.local/state`, and the program is the
    /// bundle identifier or else the name of the process. The folder is created, with access for this user alone.
    ///
    /// - Parameter name: The name of the file, without extension. What a file name cannot hold is written `%2F`.
    public static func standard(name: String) -> SQLiteStore {
        SQLiteStore(place: .standard(name: name))
    }
}
