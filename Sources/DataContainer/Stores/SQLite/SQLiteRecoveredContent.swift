internal import CSQLite
internal import Foundation

/// What a new file in the place of a damaged one holds: what was readable, what the backup had of the rest, and marks for
/// entries that are lost.
struct SQLiteRecoveredContent {
    private let kept: [String: Entry]
    private let fromBackup: [String: Entry]
    private let lost: Set<String>
    private let knowsEveryKey: Bool
    private let backupDate: Date?
    private let revision: Revision

    init(_ salvage: SQLiteSalvage, _ backup: SQLiteBackup.Content?, after highest: Revision) {
        kept = salvage.entries
        var fromBackup = backup?.entries ?? [:]
        for key in fromBackup.keys {
            let isMissing = salvage.entries[key] == nil && salvage.removed[key] == nil
            // An entry that is in no list was removed after the backup was made.
            if !isMissing || salvage.knowsEveryKey && !salvage.lost.contains(key) { fromBackup[key] = nil }
        }
        self.fromBackup = fromBackup
        lost = salvage.lost.subtracting(fromBackup.keys)
        knowsEveryKey = salvage.knowsEveryKey
        backupDate = backup?.date
        // Everything counts as new, so that nobody takes it for older than what was seen of the old file.
        let backupRevision = backup?.entries.values.map(\.revision).max() ?? .zero
        revision = max(highest, salvage.highest, backupRevision).next
    }

    /// Writes it to a new file, which is on the disk when this returns.
    func write(to path: String) throws(StoreError) {
        unlink(path)
        try SQLitePlace.createFile(path)
        do throws(StoreError) {
            let connection = try SQLiteConnection(opening: path, patience: 0)
            try connection.execute("PRAGMA fullfsync = ON; PRAGMA page_size = \(SQLiteSchema.pageSize)")
            try connection.setDurability(.power)
            try connection.writing { () throws(StoreError) in
                try connection.execute(SQLiteSchema.creation)
                for (key, entry) in kept { try connection.set(key, entry.value, revision) }
                for (key, entry) in fromBackup { try connection.set(key, entry.value, revision) }
                for key in lost { try connection.markLost(key, revision) }
                if kept.isEmpty, fromBackup.isEmpty, lost.isEmpty { try connection.setRemoved("", revision) }
            }
        } catch {
            unlink(path)
            unlink(path + "-journal")
            throw error
        }
    }

    /// What has to be told: one notice for the file, and one for each entry that is not what it was.
    func notices(_ path: String, _ place: String, _ damage: StoreError) -> [StoreNotice] {
        var message = "'\(path)' was damaged and is now '\(place)'. \(kept.count) entries were kept from it"
        if let backupDate {
            message += ", \(fromBackup.count) were taken from the backup of \(backupDate.formatted(.iso8601))"
        } else {
            message += ", there was no backup"
        }
        message += lost.isEmpty && knowsEveryKey ? ", and nothing else is known to be missing." : ""
        if !lost.isEmpty { message += ", \(lost.count) are lost: \(lost.sorted().joined(separator: ", "))." }
        if lost.isEmpty, !knowsEveryKey { message += "; which others it held cannot be told." }
        message += damage.cause.map { " (\($0))" } ?? ""
        return [StoreNotice(message)]
            + fromBackup.keys.sorted().map {
                StoreNotice(key: $0, "The entry could not be read; its value was taken from the backup.")
            }
            + lost.sorted().map { StoreNotice(key: $0, "The entry could not be read, and no backup has it.") }
    }
}

extension SQLiteConnection {
    /// Writes a row that stands for an entry which is there but cannot be read, so that nobody takes it for missing.
    fileprivate func markLost(_ key: String, _ revision: Revision) throws(StoreError) {
        let set = try statement(.set)
        try set.bind(key, at: 1)
        try set.bind(SQLiteRow.lostType, at: 2)
        try set.bind(SQLiteValue.null, at: 3)
        try set.bind(revision.rawValue, at: 4)
        // No checksum is negative, so the row is never taken for an entry.
        try set.bind(Int64(-1), at: 5)
        try set.run()
    }
}
