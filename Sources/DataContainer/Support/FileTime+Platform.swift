internal import Foundation

extension stat {
    /// When the file was last written.
    var modificationTime: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }
}
