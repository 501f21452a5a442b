internal import CSQLite
internal import Foundation

/// Puts a file that SQLite cannot read aside, and a new one with all that could be saved in its place.
///
/// The order of the steps is such that a process may be killed between any two: the new file is whole and on the disk
/// before the damaged one is moved, and whoever finds no file, but a new one that waits, takes that (``finish(_:)``). All
/// of it happens under the lock of the folder, under which files are also created.
struct SQLiteRecovery {
    private let path: String
    private let log = SQLiteFileSuffix.log
    private let index = SQLiteFileSuffix.index

    /// - Parameter path: The path of the file, without symbolic links.
    init(_ path: String) {
        self.path = path
    }

    /// What became of the file.
    struct Report {
        var notices: [StoreNotice]
    }

    /// - Parameters:
    ///   - damage: Why the file cannot be used.
    ///   - highest: The highest revision that was ever seen in it.
    /// - Throws: ``StoreError/Code/damaged``, and everything is as it was.
    func run(_ damage: StoreError, after highest: Revision) throws(StoreError) -> Report {
        do throws(StoreError) {
            let salvage = try salvage()
            let backup = SQLiteBackup(path).content()
            let content = SQLiteRecoveredContent(salvage, backup, after: highest)
            try content.write(to: path + SQLiteFileSuffix.unfinished)
            try move(path + SQLiteFileSuffix.unfinished, path + SQLiteFileSuffix.recovered)
            let place = try setAside()
            try finish()
            return Report(notices: content.notices(path, place, damage))
        } catch {
            if error.code == .newerLayout { throw error }
            throw StoreError(
                .damaged,
                """
                '\(path)' is damaged and could not be set aside, so it is left as it is. The reason: \(error.message) \
                \(damage.message)
                """, cause: error.cause ?? damage.cause)
        }
    }

    /// Puts the new file in its place, if there is none and a new one waits.
    func finish() throws(StoreError) {
        let recovered = path + SQLiteFileSuffix.recovered
        guard access(path, F_OK) != 0, access(recovered, F_OK) == 0 else { return }
        // What belongs to the old file, if a process died before it came to these.
        try moveCompanions(to: freeName())
        try move(recovered, path)
        SQLitePlace.synchronizeFolder((path as NSString).deletingLastPathComponent)
    }

    private func salvage() throws(StoreError) -> SQLiteSalvage {
        let connection = try SQLiteConnection(opening: path, patience: 0)
        defer { connection.leaveFileAlone() }
        if let layout = try? connection.integer(.layout), layout > SQLiteSchema.layout {
            throw StoreError(
                .newerLayout, "'\(path)' was written by a newer version. It is left alone; update the app.")
        }
        let salvage = SQLiteSalvage(connection)
        if !salvage.isEmpty { return salvage }
        // The damage may be in the header alone, which is known.
        return (try? salvageWithRepairedHeader(connection)) ?? salvage
    }

    /// Reads a copy of the file whose header has been repaired.
    private func salvageWithRepairedHeader(_ connection: SQLiteConnection) throws -> SQLiteSalvage {
        let copy = path + SQLiteFileSuffix.copy
        let suffixes = ["", log, index]
        for suffix in suffixes { unlink(copy + suffix) }
        defer { for suffix in suffixes { unlink(copy + suffix) } }
        guard let bytes = connection.bytes(limit: 1 << 30) else { return SQLiteSalvage() }
        try SQLitePlace.createFile(copy)
        try SQLiteHeader.repaired(bytes).write(to: URL(filePath: copy))
        if access(path + log, F_OK) == 0 { try FileManager.default.copyItem(atPath: path + log, toPath: copy + log) }
        return SQLiteSalvage(try SQLiteConnection(opening: copy, patience: 0))
    }

    /// Moves the file away, and its log with it. Returns its new path.
    private func setAside() throws(StoreError) -> String {
        let name = freeName()
        try move(path, name)
        do throws(StoreError) {
            try moveCompanions(to: name)
        } catch {
            rename(name, path)
            throw error
        }
        return name
    }

    private func moveCompanions(to name: String) throws(StoreError) {
        for suffix in [log, index] where access(path + suffix, F_OK) == 0 {
            try move(path + suffix, name + suffix)
        }
    }

    /// Copies the log to where it would go with a damaged file. Returns the copy's path.
    func copyLogAside() throws(StoreError) -> String {
        let copy = freeName() + log
        do {
            try FileManager.default.copyItem(atPath: path + log, toPath: copy)
            let file = try FileHandle(forUpdating: URL(filePath: copy))
            try file.synchronize()
            try file.close()
        } catch {
            unlink(copy)
            throw StoreError(
                .damaged,
                """
                The log '\(path + log)' is damaged and could not be copied, so it is left as it is. The reason: \
                \(error.localizedDescription)
                """, cause: error)
        }
        SQLitePlace.synchronizeFolder((path as NSString).deletingLastPathComponent)
        return copy
    }

    private func freeName() -> String {
        let time = Timestamp.now
        let name = path + SQLiteFileSuffix.damaged + time
        var free = name
        var number = 1
        while ["", log, index].contains(where: { access(free + $0, F_OK) == 0 }) {
            number += 1
            free = "\(name)-\(number)"
        }
        return free
    }

    private func move(_ old: String, _ new: String) throws(StoreError) {
        if rename(old, new) != 0 { throw .system(errno, "'\(old)' cannot be moved to '\(new)'.") }
    }
}

/// What is added to the name of a store's file for the files beside it.
enum SQLiteFileSuffix {
    static let log = "-wal"
    static let index = "-shm"
    static let damaged = ".damaged-"
    static let backup = ".backup"
    /// A backup that is being made.
    static let newBackup = ".backup-new"
    /// A new file that is being written, and one that is whole.
    static let copy = ".recovering-copy"
    static let unfinished = ".recovering"
    static let recovered = ".recovered"
}
