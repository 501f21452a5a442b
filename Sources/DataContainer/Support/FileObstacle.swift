internal import Foundation

/// Finds out why the system refused to open or write a file.
enum FileObstacle {
    /// What stands in the way of a file that could not be opened or written: a code, and a message that says what to
    /// do. `nil` if nothing is found.
    ///
    /// It never opens the file: closing it again would release the locks that SQLite holds on it in this process.
    static func find(at path: String) -> (StoreError.Code, String)? {
        let folder = (path as NSString).deletingLastPathComponent
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no plain file"
                return (.cannotOpen, "'\(path)' is \(what). Choose another place for the store, or move it away.")
            }
            if access(path, R_OK) != 0, errno == EACCES {
                return denied("The file '\(path)'", "read")
            }
            if access(path, W_OK) != 0 {
                return errno == EROFS ? readOnly(path) : denied("The file '\(path)'", "written")
            }
        } else if errno == EACCES {
            return denied("The folder '\(folder)'", "searched")
        } else if errno == ENAMETOOLONG {
            return (.cannotOpen, "The name of '\(path)' is too long for the file system.")
        }
        guard stat(folder, &status) == 0 else {
            return errno == EACCES
                ? denied("The folder '\(folder)'", "searched")
                : (.cannotOpen, "The folder '\(folder)' does not exist. Create it, or choose another place.")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return (.cannotOpen, "'\(folder)' is no folder. Choose another place for the store.")
        }
        // New files have to be made beside it: SQLite's log, or the next version of the file.
        if access(folder, W_OK | X_OK) != 0 {
            return errno == EROFS ? readOnly(path) : denied("The folder '\(folder)'", "written")
        }
        return nil
    }

    private static func denied(_ what: String, _ done: String) -> (StoreError.Code, String) {
        (.permissionDenied, "\(what) cannot be \(done) by this process. Give it the permission.")
    }

    private static func readOnly(_ path: String) -> (StoreError.Code, String) {
        (.readOnly, "'\(path)' lies on a file system that can only be read. Choose another place for the store.")
    }
}
