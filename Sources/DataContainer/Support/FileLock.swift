internal import Foundation

/// A lock between processes, on a file of its own that lies beside what it guards and is never deleted.
///
/// The system releases it when the process ends, however that happens. It is advisory: who does not ask does not wait.
struct FileLock {
    let path: String

    enum Failure: Error {
        /// Somebody else held the lock for too long.
        case busy
        /// The lock's file cannot be made; the number is `errno`.
        case system(Int32)
    }

    /// Runs `body` while this process holds the lock, and in it nobody else does.
    ///
    /// - Parameters:
    ///   - mode: Permissions that the lock's file is to have at least.
    ///   - group: The group that it is to belong to, if any.
    ///   - patience: How many seconds to wait.
    func withLock<Result, Thrown: Error>(
        mode: mode_t, group: gid_t?, patience: Double, _ failure: (Failure) -> Thrown,
        _ body: () throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let file: Int32
        do {
            file = try acquire(mode, group, patience)
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

    private func acquire(_ mode: mode_t, _ group: gid_t?, _ patience: Double) throws(Failure) -> Int32 {
        let start = ContinuousClock.now
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
            guard file >= 0 else { throw .system(errno) }
            while flock(file, LOCK_EX | LOCK_NB) != 0 {
                let number = errno
                guard number == EWOULDBLOCK || number == EINTR, start.duration(to: .now) < .seconds(patience) else {
                    close(file)
                    throw number == EWOULDBLOCK || number == EINTR ? .busy : .system(number)
                }
                // `flock` can wait, but not with a bound; so it is asked again and again.
                Thread.sleep(forTimeInterval: .random(in: 0.000_2...0.002))
            }
            // Somebody may have deleted the file while we waited; another process then locks another file.
            var ours = stat()
            var present = stat()
            if fstat(file, &ours) == 0, stat(path, &present) == 0, ours.st_ino == present.st_ino,
                ours.st_dev == present.st_dev
            {
                // The process's mask may have taken some away; others have given the file they share more since. Whose
                // file it is not fails, and does nothing.
                if let group, ours.st_gid != group { _ = fchown(file, .max, group) }
                if ours.st_mode & mode != mode { _ = fchmod(file, ours.st_mode & 0o777 | mode) }
                return file
            }
            close(file)
        }
    }
}
