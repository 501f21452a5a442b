internal import CSQLite
internal import Foundation

/// The first hundred bytes of an SQLite file. https://sqlite.org/fileformat2.html#the_database_header
///
/// What SQLite makes of a damaged one depends on the byte: another file format, a file that can only be read, no database.
/// All of a store's header that decides such things is known beforehand, so it is checked, and can be repaired in a copy.
enum SQLiteHeader {
    private static let length = 100
    private static let magic = Data("SQLite format 3\0".utf8)

    /// Why no SQLite of today can use a file with this beginning, though it begins like a database; `nil` if nothing does.
    static func fault(_ file: Data) -> String? {
        guard file.count >= length, file.starts(with: magic) else { return nil }
        if !(1...2).contains(file[18]) || !(1...2).contains(file[19]) { return "the number of its file format" }
        if file[20] != 0 || file[21] != 64 || file[22] != 32 || file[23] != 32 { return "the division of its pages" }
        if file[44..<47] != Data(count: 3) || file[47] > 4 { return "the number of its schema format" }
        return nil
    }

    /// The same beginning with what a store's file is known to have there.
    static func repaired(_ file: Data) -> Data {
        guard file.count >= length else { return file }
        var file = file
        let version: UInt8 = file[18] == 1 && file[19] == 1 ? 1 : 2
        let pageSize = UInt16(SQLiteSchema.pageSize)
        file.replaceSubrange(0..<16, with: magic)
        file.replaceSubrange(
            16..<24, with: [UInt8(pageSize >> 8), UInt8(pageSize & 0xFF), version, version, 0, 64, 32, 32])
        // The size, the lists of free pages and the cache's size are left out: nothing is written to the copy.
        file.replaceSubrange(28..<40, with: Data(count: 12))
        file.replaceSubrange(44..<48, with: [0, 0, 0, 4])
        file.replaceSubrange(48..<60, with: Data(count: 11) + [1])
        file.replaceSubrange(60..<64, with: [0, 0, 0, UInt8(SQLiteSchema.layout)])
        return file
    }
}

extension SQLiteConnection {
    /// The bytes of the file, without its log, read through SQLite: to open and close it here would release the locks that
    /// other connections of this process have on it.
    ///
    /// - Parameter limit: How many bytes at most.
    func bytes(limit: Int) -> Data? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            let methods = file.pointee.pMethods?.pointee
        else { return nil }
        var size: sqlite3_int64 = 0
        guard methods.xFileSize?(file, &size) == SQLITE_OK, size > 0 else { return nil }
        var data = Data(count: min(limit, Int(size)))
        let code = data.withUnsafeMutableBytes { methods.xRead?(file, $0.baseAddress, Int32($0.count), 0) }
        return code == SQLITE_OK ? data : nil
    }
}
