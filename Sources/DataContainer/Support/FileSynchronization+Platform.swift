internal import Foundation

/// Makes the content of an open file survive a power cut.
enum FileSynchronization {
    /// - Returns: Whether it does; otherwise `errno` says why not.
    static func full(_ file: Int32) -> Bool {
        #if canImport(Darwin)
        // There, `fsync` leaves the bytes in the disk's own memory. Not every file system can do more.
        fcntl(file, F_FULLFSYNC) == 0 || fsync(file) == 0
        #else
        fsync(file) == 0
        #endif
    }
}
