internal import CSQLite
internal import Foundation

/// A prepared statement of a connection, which owns it. Columns and parameters are numbered as SQLite does: columns
/// from 0, parameters from 1.
struct SQLiteStatement {
    let handle: OpaquePointer
    unowned let connection: SQLiteConnection

    /// Runs the statement up to its next row.
    ///
    /// - Returns: Whether there is a row; `false` when the statement is done.
    func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = connection.error(code)
            reset()
            throw error
        }
    }

    /// Runs a statement that gives no rows, and makes it ready for the next time.
    func run() throws(StoreError) {
        _ = try step()
        reset()
    }

    /// Makes the statement ready for the next time. A statement that is not reset keeps its transaction open.
    func reset() {
        sqlite3_reset(handle)
    }
}

// MARK: - Parameters

extension SQLiteStatement {
    func bind(_ value: Int64, at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_int64(handle, index, value))
    }

    func bind(_ value: String, at index: Int32) throws(StoreError) {
        var value = value
        let code = value.withUTF8 { bytes in
            // SQLite takes a null pointer for NULL, and an empty buffer may have one.
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                if let start = bytes.baseAddress {
                    sqlite3_bind_text64(handle, index, start, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
                } else {
                    sqlite3_bind_text(handle, index, "", 0, copied)
                }
            }
        }
        try check(code)
    }

    func bind(_ value: SQLiteValue, at index: Int32) throws(StoreError) {
        switch value {
        case .null: try check(sqlite3_bind_null(handle, index))
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try check(sqlite3_bind_double(handle, index, value))
        case .text(let value): try bind(value, at: index)
        case .blob(let value):
            let code = value.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress, !bytes.isEmpty {
                    sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), copied)
                } else {
                    sqlite3_bind_zeroblob(handle, index, 0)
                }
            }
            try check(code)
        }
    }

    private func check(_ code: Int32) throws(StoreError) {
        if code != SQLITE_OK {
            throw connection.error(code)
        }
    }

    /// SQLITE_TRANSIENT, a macro that Swift cannot import: SQLite makes a copy of its own.
    private var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}

// MARK: - Columns

extension SQLiteStatement {
    /// The storage class of a column: `SQLITE_INTEGER`, `SQLITE_TEXT` and so on.
    func storageClass(_ column: Int32) -> Int32 {
        sqlite3_column_type(handle, column)
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func real(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// The bytes of a column that holds a text or a blob, valid until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }
}
