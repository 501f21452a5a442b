public import Foundation

/// A store in an SQLite file: the one that most apps want.
///
/// One row is one entry, in a table `entries` that a person can read with the `sqlite3` shell. The file is written
/// through a log (`NAME-wal`, with its index `NAME-shm`), so it is never half written: an app or a machine that dies
/// leaves every commit whole or absent. Several stores on the same file work together, in one process or in several.
///
/// Every entry carries a checksum. An entry that is not what was written is never returned as a value: it is reported
/// in ``Snapshot/unreadable``. A file that is no database, or was written by a newer version of this package, is left
/// as it is, and loading throws.
///
/// A call that needs a file which another process is writing waits for up to five seconds and then throws
/// ``StoreError/Code/busy``. Nothing is locked between calls. A process made by `fork` has to call `exec` before it
/// uses a store; until then calls throw ``StoreError/Code/unsupported``.
///
/// Cost: a load reads the entries that it is asked for, and a commit writes those that it names, however many others
/// there are. A commit of one entry takes about as long as a bare SQLite statement that does the same: in the order of
/// 10 µs with ``Durability/process``, and as long as the disk takes with ``Durability/power``.
public final class SQLiteStore: Store {
    private let place: SQLitePlace
    private let patience: Int32
    private let connection = Lock<SQLiteConnection?>(nil)

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
        try withConnection { (connection) throws(StoreError) in
            try connection.reading { () throws(StoreError) in
                if let keys {
                    try connection.entries(keys)
                } else {
                    try connection.everyEntry()
                }
            }
        }
    }

    /// Writes some entries in one step. See ``Store/commit(_:durability:)``.
    public func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        // A burst of commits looks once for a file that was moved away; a little later it would have been no use either.
        let interval = durability == .power ? Duration.zero : .milliseconds(5)
        return try withConnection(lookedAtWithin: interval) { (connection) throws(StoreError) in
            try connection.commit(changes, durability: durability)
        }
    }

    /// Reads what was committed after `revision`: entries, and what is left of removed ones.
    ///
    /// Removals are kept until the file is next opened, and the last one for good. So if the result holds a removal, an
    /// earlier one may be missing: who has seen only `revision` looks then whether the entries that it knows are
    /// still there. If the result holds none, none is missing.
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
        try connection.withLock { (current) throws(StoreError) -> Result in
            try current?.checkProcess()
            if let open = current, open.hasMoved(within: interval) {
                open.leaveFileAlone()
                current = nil
            }
            let open: SQLiteConnection
            if let current {
                open = current
            } else {
                open = try SQLiteConnection.open(place, patience: patience)
                current = open
            }
            do throws(StoreError) {
                return try body(open)
            } catch {
                if open.isInTransaction || error.breaksConnection {
                    // The file may be damaged, or its disk broken: it is no time to copy the log into it.
                    open.leaveFileAlone()
                    current = nil
                }
                throw error
            }
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
