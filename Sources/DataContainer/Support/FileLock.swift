internal import Foundation

/// A lock between processes: on a file of its own that lies beside what it guards and is never deleted, or on a folder,
/// which leaves no file behind.
///
/// The system releases it when the process ends, however that happens. It is advisory: who does not ask does not wait.
struct FileLock {
    private let path: String
    /// What the lock's file is to be like; `nil` for a folder.
    private let access: Access?

    private struct Access {
        var mode: mode_t
        var group: gid_t?
    }

    enum Failure: Error {
        /// Somebody else held the lock for too long.
        case busy
        /// The lock's file cannot be made, or the folder not be opened; the number is `errno`.
        case system(Int32)
    }

    /// The lock of a file that is made if it is not there.
    ///
    /// - Parameters:
    ///   - mode: Permissions that it is to have at least.
    ///   - group: The group that it is to belong to, if any.
    init(file path: String, mode: mode_t, group: gid_t? = nil) {
        self.path = path
        access = Access(mode: mode, group: group)
    }

    /// The lock of a folder.
    init(folder path: String) {
        self.path = path
        access = nil
    }

    /// Runs `body` while this process holds the lock, and in it nobody else does.
    ///
    /// - Parameter patience: How long to wait for another holder.
    func withLock<Result, Thrown: Error>(
        patience: Duration, _ failure: (Failure) -> Thrown, _ body: () throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let file: Int32
        do {
            file = try acquire(patience)
        } catch {
            throw failure(error)
        }
        defer {
            // Not only closed: a child that was forked meanwhile has the same open file.
            flock(file, LOCK_UN)
            close(file)
        }
        return try body()
    }

    private func acquire(_ patience: Duration) throws(Failure) -> Int32 {
        let deadline = ContinuousClock.now + patience
        while true {
            let file =
                access.map { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, $0.mode) }
                ?? open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw .system(errno) }
            while flock(file, LOCK_EX | LOCK_NB) != 0 {
                let number = errno
                guard number == EWOULDBLOCK || number == EINTR, .now < deadline else {
                    close(file)
                    throw number == EWOULDBLOCK || number == EINTR ? .busy : .system(number)
                }
                // `flock` can wait, but not with a bound; so it is asked again and again.
                Thread.sleep(forTimeInterval: .random(in: 0.000_2...0.002))
            }
            // Somebody may have deleted it while we waited; another process then locks another one.
            var ours = stat()
            var present = stat()
            if fstat(file, &ours) == 0, stat(path, &present) == 0, ours.st_ino == present.st_ino,
                ours.st_dev == present.st_dev
            {
                if let access { grant(access, on: file, ours) }
                return file
            }
            close(file)
        }
    }

    /// The process's mask may have taken some permissions away; others have given the file they share more since. Whose
    /// file it is not fails, and does nothing.
    private func grant(_ access: Access, on file: Int32, _ status: stat) {
        if let group = access.group, status.st_gid != group { _ = fchown(file, .max, group) }
        if status.st_mode & access.mode != access.mode { _ = fchmod(file, status.st_mode & 0o777 | access.mode) }
    }
}
