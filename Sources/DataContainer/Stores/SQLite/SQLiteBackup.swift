internal import CSQLite
internal import Foundation

/// The copy of a store's file that is made once a day, `NAME.sqlite.backup`.
struct SQLiteBackup {
    /// How old a backup is when the next one is due, in seconds.
    static let interval: TimeInterval = 24 * 60 * 60

    private let source: String
    private let path: String

    /// - Parameter source: The path of the store's file.
    init(_ source: String) {
        self.source = source
        path = source + SQLiteFileSuffix.backup
    }

    /// The entries of a backup.
    struct Content {
        var entries: [String: Entry]
        var date: Date
    }

    /// When the backup was made; `nil` if there is none.
    var date: Date? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Date(timeIntervalSince1970: Double(status.modificationTime.tv_sec))
    }

    /// What the backup holds; `nil` if there is no good one.
    func content() -> Content? {
        guard let date, let connection = try? SQLiteConnection(opening: path, patience: 0),
            (try? Self.verify(connection)) != nil
        else { return nil }
        return Content(entries: SQLiteSalvage(connection).entries, date: date)
    }

    /// Whether the next backup is due. One from the future counts as old.
    func isDue(_ now: Date) -> Bool {
        guard let date else { return true }
        return abs(now.timeIntervalSince(date)) >= Self.interval
    }

    /// Makes a backup in the place of the last one. Reads the whole file, and keeps no one from reading or writing it.
    ///
    /// - Throws: ``StoreError/Code/damaged`` if anything in the file is; the last backup then stays.
    func make() throws(StoreError) {
        let new = path + "-new"
        let descriptor = open(new, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno, "The backup '\(new)' cannot be written.") }
        defer { close(descriptor) }
        // Another process that is making a backup makes this one needless.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        do throws(StoreError) {
            // An earlier process may have left half of one.
            guard ftruncate(descriptor, 0) == 0 else { throw .system(errno, "'\(new)' cannot be written.") }
            do {
                let connection = try SQLiteConnection(opening: source, patience: 1_000)
                try connection.execute("VACUUM INTO '\(new.replacing("'", with: "''"))'")
            }
            try Self.verify(try SQLiteConnection(opening: new, patience: 0))
            guard fsync(descriptor) == 0, rename(new, path) == 0 else {
                throw .system(errno, "The backup '\(path)' cannot be written.")
            }
        } catch {
            unlink(new)
            throw error
        }
        SQLitePlace.synchronizeFolder((path as NSString).deletingLastPathComponent)
    }

    /// Makes sure that a file is sound, every entry of it.
    private static func verify(_ connection: SQLiteConnection) throws(StoreError) {
        let rows = try connection.statement(.check)
        defer { rows.reset() }
        guard try rows.step(), String(exactly: rows.bytes(0)) == "ok" else {
            throw StoreError(.damaged, "'\(connection.path)' is damaged, so it is no backup.")
        }
        guard try connection.integer(.layout) == SQLiteSchema.layout else {
            throw StoreError(.damaged, "'\(connection.path)' has another layout, so it is no backup.")
        }
        for (key, error) in try connection.everyEntry().unreadable where error.code == .damaged {
            // What is known to be lost is not worth keeping an older backup for.
            if try !connection.isMarkedLost(key) { throw error }
        }
    }
}

/// A store that keeps a backup of itself.
protocol BackedUpStore: Store {
    /// Makes a backup if the last one is older than a day. Called when the app goes into the background and at its end.
    func backUpIfDue(now: Date) throws(StoreError)
}

extension SQLiteStore: BackedUpStore {
    func backUpIfDue(now: Date) throws(StoreError) {
        guard place.isPresent else { return }
        let backup = SQLiteBackup(try place.resolvedPath())
        if backup.isDue(now) { try backup.make() }
    }
}
