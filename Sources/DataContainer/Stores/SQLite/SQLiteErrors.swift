internal import CSQLite
internal import Foundation

/// What SQLite said: the cause of a store's error.
struct SQLiteFailure: Error, Equatable, CustomStringConvertible {
    /// The extended result code. https://sqlite.org/rescode.html
    var code: Int32
    /// The message of the connection, or that of the code.
    var message: String
    /// The `errno` of the system call that failed, or zero.
    var systemError: Int32

    var description: String {
        systemError == 0
            ? "SQLite \(code): \(message)" : "SQLite \(code): \(message); \(String(cString: strerror(systemError)))"
    }
}

extension StoreError {
    /// The error for a result code of SQLite.
    ///
    /// - Parameters:
    ///   - code: The code, extended or not.
    ///   - handle: The connection on which it happened, if it was one.
    ///   - path: The file.
    static func sqlite(_ code: Int32, handle: OpaquePointer?, path: String) -> StoreError {
        let failure = SQLiteFailure(
            code: code,
            message: String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)),
            systemError: handle.map { sqlite3_system_errno($0) } ?? 0)
        let (storeCode, message) = describe(failure, path: path)
        return StoreError(storeCode, message, cause: failure)
    }

    /// Whether it is the file itself that is damaged, or no database at all.
    var isDamageOfFile: Bool {
        guard code == .damaged, let failure = cause as? SQLiteFailure else { return false }
        return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(failure.code & 0xFF)
    }

    private static func describe(_ failure: SQLiteFailure, path: String) -> (Code, String) {
        // The lower byte is the primary code, the rest says more.
        switch failure.code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            (
                .busy,
                """
                Another process has been writing to '\(path)' for longer than a call waits. Nothing was changed; try \
                again later, and see that no process is stopped while it writes.
                """
            )
        case SQLITE_NOTADB:
            (.damaged, "'\(path)' is no SQLite database.")
        case SQLITE_CORRUPT:
            (.damaged, "The database '\(path)' is damaged.")
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_SCHEMA:
            (.damaged, "'\(path)' has not the layout of a store. It is left alone; move it away to start anew.")
        case SQLITE_FULL:
            (.full, "The disk of '\(path)', or the quota, is full. Nothing was changed; make room.")
        case SQLITE_TOOBIG:
            (.unsupported, "A value is too big for SQLite, which takes up to 1,000,000,000 bytes. Store it as a file.")
        case SQLITE_NOMEM:
            (.inputOutput, "There is not enough memory to read or write '\(path)'.")
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_IOERR:
            describeFile(failure, path: path)
        default:
            (.inputOutput, "Reading or writing '\(path)' failed.")
        }
    }

    /// Looks at the file to say why the system refused.
    private static func describeFile(_ failure: SQLiteFailure, path: String) -> (Code, String) {
        if failure.systemError == ENOSPC || failure.systemError == EDQUOT || failure.systemError == EFBIG {
            return (.full, "The disk of '\(path)', or the quota, is full. Nothing was changed; make room.")
        }
        if let (code, message) = FileObstacle.find(at: path) {
            return (code, message)
        }
        switch failure.code & 0xFF {
        case SQLITE_CANTOPEN:
            return (.cannotOpen, "'\(path)' cannot be opened. See that its folder exists and can be written.")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            return (.readOnly, "'\(path)' can be read but not written. See to its permissions.")
        default:
            return (.inputOutput, "Reading or writing '\(path)' failed. See to the disk; nothing was changed.")
        }
    }
}
