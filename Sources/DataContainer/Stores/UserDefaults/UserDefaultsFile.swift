internal import Foundation

/// The file in which Foundation keeps the values of a domain on systems without a preferences daemon.
struct UserDefaultsFile {
    let path: String

    /// The file of a domain: `$XDG_CONFIG_HOME/DOMAIN.plist`, where the variable's default is `~/.config`, and a value
    /// that is no absolute path counts as not set. `~` is `$HOME`, as it stands, and only without it the user's entry in
    /// the system's list.
    init(domain: String) {
        self.init(domain: domain, environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory())
    }

    init(domain: String, environment: [String: String], home: String) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home
        var folder = home + "/.config"
        if let configuration = environment["XDG_CONFIG_HOME"], configuration.hasPrefix("/") {
            folder = configuration
        }
        path = (domain.hasPrefix("/") ? domain : folder + "/" + domain) + ".plist"
    }

    /// Makes sure that the file is a property list, or is not there.
    ///
    /// - Throws: ``StoreError/Code/damaged`` if it is none, and others if it cannot be read.
    func check() throws(StoreError) {
        guard let version = version else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw .system(errno, "'\(path)' cannot be read. Give this process the permission to read it.")
        }
        // Read again only after somebody has written it.
        if Self.sound.withLock({ $0[path] == version }) { return }
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
        } catch {
            let (code, message) = FileObstacle.find(at: path) ?? (.inputOutput, "'\(path)' cannot be read.")
            throw StoreError(code, message, cause: error)
        }
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil), list is [String: Any]
        else {
            throw StoreError(
                .damaged, "'\(path)' is no property list. It is left alone; repair it, or move it away to start anew.")
        }
        Self.sound.withLock { $0[path] = version }
    }

    /// Takes note that the file was just written, and need not be looked at until somebody else writes it.
    func noteIsSound() {
        if let version {
            Self.sound.withLock { $0[path] = version }
        }
    }

    /// Makes sure, as far as one can tell beforehand, that the file can be written: once values are set, Foundation
    /// cannot be made to forget them, and would write them much later.
    func checkWriting() throws(StoreError) {
        var status = stat()
        if stat(path, &status) == 0 {
            if let (code, message) = FileObstacle.find(at: path) { throw StoreError(code, message) }
            return try checkSpace(for: UInt64(status.st_size))
        }
        // Foundation creates the missing folders, in the nearest one that is there.
        var folder = (path as NSString).deletingLastPathComponent
        while stat(folder, &status) != 0, errno == ENOENT, folder != "/", !folder.isEmpty {
            folder = (folder as NSString).deletingLastPathComponent
        }
        if let (code, message) = FileObstacle.find(at: folder + "/" + (path as NSString).lastPathComponent) {
            throw StoreError(code, message)
        }
    }

    /// A write in place on a full disk would leave nothing of the file.
    private func checkSpace(for size: UInt64) throws(StoreError) {
        var disk = statvfs()
        let folder = (path as NSString).deletingLastPathComponent
        guard statvfs(folder, &disk) == 0, disk.f_blocks > 0 else { return }
        if UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < size + 64 << 10 {
            throw StoreError(.full, "The disk of '\(path)' is full. Nothing was changed; make room.")
        }
    }

    /// Why the file could not be written.
    var writingError: StoreError {
        if let (code, message) = FileObstacle.find(at: path) {
            return StoreError(code, message)
        }
        return StoreError(.inputOutput, "'\(path)' could not be written. See whether its disk is full.")
    }

    /// Makes the file survive a power cut.
    func synchronize() throws(StoreError) {
        for path in [path, (path as NSString).deletingLastPathComponent] {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            // A store that was never written has no file yet.
            if file < 0 && errno == ENOENT { continue }
            guard file >= 0 else { throw .system(errno, "'\(path)' cannot be opened.") }
            let result = fsync(file)
            let number = errno
            close(file)
            // Some file systems cannot synchronise a folder, and say so.
            guard result == 0 || number == EINVAL else {
                throw StoreError(
                    .inputOutput, "'\(path)' could not be written to the disk.",
                    cause: POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO))
            }
        }
    }
}

extension UserDefaultsFile {
    /// What tells two versions of the file apart.
    private struct Version: Equatable {
        var device: UInt64
        var number: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// The versions that were found to be property lists, by path.
    private static let sound = Lock<[String: Version]>([:])

    /// The present version, or `nil` with `errno` set.
    private var version: Version? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.modificationTime
        return Version(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino),
            size: Int64(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}
