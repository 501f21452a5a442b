internal import Foundation

/// A lock on a folder that processes take while they put one file of it in place of another. It leaves no file behind,
/// and the system releases it when its holder dies.
enum FolderLock {
    /// Runs `body` while no other process, and no other thread, holds the lock of the folder.
    ///
    /// - Parameter patience: How long to wait for another holder, in milliseconds.
    /// - Throws: ``StoreError/Code/busy`` if another one holds it for longer; what `body` throws.
    static func with<Result>(
        _ folder: String, patience: Int32, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, "The folder '\(folder)' cannot be opened to lock it.") }
        // Closing releases the lock, which belongs to this opening of the folder and not to the process.
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + .milliseconds(Int(patience))
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .system(errno, "The folder '\(folder)' cannot be locked.")
            }
            guard ContinuousClock.now < deadline else {
                throw StoreError(.busy, "Another process is replacing a file in '\(folder)'. Try again later.")
            }
            // There is no call that waits for the lock for a bounded time.
            usleep(1_000)
        }
        return try body()
    }
}
