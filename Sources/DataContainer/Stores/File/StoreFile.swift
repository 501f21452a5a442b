internal import Foundation

/// The file of a ``FileStore`` on the disk: reading it, and putting the next version in its place.
struct StoreFile: Sendable {
    /// The file itself, with symbolic links in its own place followed.
    let path: String

    /// - Throws: ``StoreError/Code/cannotOpen`` if the links lead round in a circle.
    init(following path: String) throws(StoreError) {
        var path = path
        for _ in 0..<40 {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            else {
                self.path = path
                return
            }
            path = target.hasPrefix("/") ? target : (path as NSString).deletingLastPathComponent + "/" + target
        }
        throw StoreError(.cannotOpen, "The symbolic links at '\(path)' lead round in a circle.")
    }

    var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// The file's bytes; `nil` if there is none.
    func read() throws(StoreError) -> Data? {
        // Not to wait for the other end, should it be a pipe.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let number = errno
            var status = stat()
            if number == ENOENT, stat(folder, &status) == 0 { return nil }
            throw failure(number, "opened")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(errno, "read") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure(EISDIR, "read") }
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: max(4096, Int(status.st_size) + 1))
        while true {
            // Called through Foundation's module; this type has a `read` of its own.
            let count = Foundation.read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: buffer[..<count])
            } else if errno != EINTR {
                throw failure(errno, "read")
            }
        }
    }

    /// Puts the bytes in the file's place, in one step: whoever reads the file sees the old ones or these.
    ///
    /// The caller has the file's lock, so a file of the temporary name is what a process left that was killed.
    func replace(with bytes: Data, durability: Durability) throws(StoreError) {
        if let (code, message) = FileObstacle.find(at: path) { throw StoreError(code, message) }
        let temporary = path + ".writing"
        unlink(temporary)
        var existing = stat()
        let exists = stat(path, &existing) == 0
        let mode = exists ? existing.st_mode & 0o7777 : 0o600
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(errno, "written") }
        defer { close(file) }
        do throws(StoreError) {
            // Root keeps the owner of a file that it writes. Others keep at least the group, if they belong to it: whoever
            // shares the file by it would be locked out.
            if exists, fchown(file, existing.st_uid, existing.st_gid) != 0 {
                _ = fchown(file, .max, existing.st_gid)
            }
            guard fchmod(file, mode) == 0, Self.write(bytes, to: file), FileSynchronization.full(file) else {
                throw failure(errno, "written")
            }
            guard rename(temporary, path) == 0 else { throw failure(errno, "written") }
        } catch {
            unlink(temporary)
            throw error
        }
        if durability == .power {
            try synchronizeFolder()
        }
    }

    /// Makes the file as it is survive a power cut.
    func synchronize() throws(StoreError) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0 && errno == ENOENT { return }
        guard file >= 0 else { throw failure(errno, "opened") }
        defer { close(file) }
        guard FileSynchronization.full(file) else { throw failure(errno, "written to the disk") }
        try synchronizeFolder()
    }

    private func synchronizeFolder() throws(StoreError) {
        let file = open(folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno, "written to the disk") }
        defer { close(file) }
        // Some file systems cannot synchronise a folder, and say so.
        guard fsync(file) == 0 || errno == EINVAL else { throw failure(errno, "written to the disk") }
    }

    private static func write(_ bytes: Data, to file: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// The error for a failed system call.
    func failure(_ number: Int32, _ done: String) -> StoreError {
        let cause = POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
        switch number {
        case ENOSPC, EDQUOT, EFBIG:
            return StoreError(
                .full, "The disk of '\(path)', or the quota, is full. Nothing was changed; make room.", cause: cause)
        case EROFS, EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ELOOP, ENXIO:
            if let (code, message) = FileObstacle.find(at: path) { return StoreError(code, message, cause: cause) }
            return .system(number, "'\(path)' cannot be \(done).")
        default:
            return StoreError(
                .inputOutput, "'\(path)' cannot be \(done): \(String(cString: strerror(number))).", cause: cause)
        }
    }
}
