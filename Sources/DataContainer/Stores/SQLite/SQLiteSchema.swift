/// The layout of the file, and every statement that is run on it.
enum SQLiteSchema {
    /// The number of the layout, kept in the file as `PRAGMA user_version`.
    static let layout: Int64 = 1

    /// Half of SQLite's default. A commit of one entry writes two or three pages (the entry, and the old and the new
    /// place in the index of revisions), and writing is what it spends its time on; entries of many kilobytes would
    /// rather have larger pages.
    static let pageSize = 2048

    /// The log's length in pages at which it is copied into the file: 4 MB, as with SQLite's defaults.
    static let checkpointInterval = 2000

    /// Creates the layout in an empty file.
    static let creation = """
        CREATE TABLE entries (
            key TEXT NOT NULL PRIMARY KEY,
            type TEXT NOT NULL,  -- bool, integer, real, text, data, date, json; or removed
            value,               -- a date in seconds since 2001-01-01 00:00:00 UTC; -0.0 as a text
            revision INTEGER NOT NULL,
            checksum INTEGER NOT NULL  -- CRC-32C of all the above
        ) WITHOUT ROWID;
        -- Finds what is newer than a revision, and the store's own revision.
        CREATE INDEX entries_by_revision ON entries (revision);
        -- Finds what is left of removed entries, to delete it without reading the others.
        CREATE INDEX removed_entries ON entries (revision) WHERE type = 'removed';
        -- A second list of the keys. An entry whose key was damaged in the table, or that the table leads past because
        -- a neighbour's key was, is still listed here, so it is reported instead of taken for missing. Changing an
        -- entry's value does not touch this index.
        CREATE INDEX keys ON entries (key);
        PRAGMA user_version = \(layout);
        """

    /// Creates the table of rows that could not be read and were overwritten, when the first one is.
    static let setAside = """
        CREATE TABLE IF NOT EXISTS set_aside (key, type, value, revision, checksum, time TEXT NOT NULL)
        """
}

/// A statement that is prepared once for each connection.
enum SQLiteQuery: Int, CaseIterable {
    case beginReading
    case beginWriting
    case commit
    case rollback
    case revision
    case lowestRevision
    case entry
    case everyEntry
    case newerEntries
    case isListed
    case everyListedKey
    case everyEntryBackwards
    case everyListedKeyBackwards
    case setAside
    case isMarkedLost
    case isOurs
    case check
    case set
    case remove
    case layout
    case isEmptyFile
    case countRemoved
    case deleteRemoved

    var text: String {
        switch self {
        case .beginReading: "BEGIN DEFERRED"
        case .beginWriting: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .revision: "SELECT revision FROM entries ORDER BY revision DESC LIMIT 1"
        case .lowestRevision: "SELECT revision FROM entries ORDER BY revision LIMIT 1"
        case .entry: "SELECT key, type, value, revision, checksum FROM entries WHERE key = ?1"
        case .everyEntry: "SELECT key, type, value, revision, checksum FROM entries"
        case .newerEntries:
            """
            SELECT key, type, value, revision, checksum FROM entries INDEXED BY entries_by_revision
            WHERE revision > ?1 ORDER BY revision
            """
        case .isListed: "SELECT 1 FROM entries INDEXED BY keys WHERE key = ?1"
        case .everyListedKey: "SELECT key FROM entries INDEXED BY keys WHERE key >= ''"
        case .everyEntryBackwards: Self.everyEntry.text + " ORDER BY key DESC"
        case .everyListedKeyBackwards: Self.everyListedKey.text + " ORDER BY key DESC"
        case .setAside:
            "INSERT INTO set_aside SELECT key, type, value, revision, checksum, ?2 FROM entries WHERE key = ?1"
        case .isMarkedLost: "SELECT 1 FROM entries WHERE key = ?1 AND type = 'lost' AND checksum = -1"
        case .isOurs:
            """
            SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name = 'entries'
            AND name IN ('entries', 'entries_by_revision', 'removed_entries', 'keys'))
            AND EXISTS (SELECT 1 FROM sqlite_master WHERE name IN ('entries_by_revision', 'removed_entries'))
            """
        case .check: "PRAGMA integrity_check(1)"
        case .set:
            """
            INSERT INTO entries (key, type, value, revision, checksum) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (key) DO UPDATE SET
            type = excluded.type, value = excluded.value, revision = excluded.revision, checksum = excluded.checksum
            """
        case .remove:
            """
            UPDATE entries SET type = 'removed', value = NULL, revision = ?2, checksum = ?3
            WHERE key = ?1 AND type <> 'removed'
            """
        case .layout: "PRAGMA user_version"
        case .isEmptyFile: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)"
        case .countRemoved: "SELECT count(*) FROM (SELECT 1 FROM entries WHERE type = 'removed' LIMIT 2)"
        // The last removal stays: it keeps the store's revision from going back when it was the last commit, and it
        // tells an observer who had not come so far that removals may have been deleted that it did not see.
        case .deleteRemoved:
            """
            DELETE FROM entries WHERE type = 'removed'
            AND revision < (SELECT max(revision) FROM entries WHERE type = 'removed')
            """
        }
    }
}
