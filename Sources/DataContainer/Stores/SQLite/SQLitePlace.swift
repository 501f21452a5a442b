internal import Foundation

/// Where the file of a store lies.
enum SQLitePlace: Sendable, Hashable {
    /// A file that the app names. Its folder has to exist.
    case file(URL)
    /// The default place for a store of this name. Its folder is created.
    case standard(name: String)

    /// The path of the file. Touches no disk.
    func path() throws(StoreError) -> String {
        switch self {
        case .file(let url):
            let path = url.isFileURL ? url.standardizedFileURL.path(percentEncoded: false) : ""
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw StoreError(.cannotOpen, "'\(url)' is not the URL of a file.")
            }
            return path
        case .standard(let name):
            return try Self.standardFolder().path(percentEncoded: false) + "/" + Self.component(name) + ".sqlite"
        }
    }

    /// The path of the file without symbolic links, where SQLite's log lies beside it. The file need not be there, but
    /// its folder has to be.
    func resolvedPath() throws(StoreError) -> String {
        let path = try path()
        if let resolved = Self.resolve(path) { return resolved }
        // No file yet. A link to a missing file is not followed: SQLite does not create one through it either.
        guard let folder = Self.resolve((path as NSString).deletingLastPathComponent) else {
            throw .system(errno, "The folder of '\(path)' cannot be reached.")
        }
        return folder + "/" + (path as NSString).lastPathComponent
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether there is a file.
    var isPresent: Bool {
        guard let path = try? path() else { return false }
        return access(path, F_OK) == 0
    }

    /// Makes sure that the file is there, and returns its path.
    func prepare() throws(StoreError) -> String {
        let path = try path()
        if case .standard = self {
            try Self.createFolder((path as NSString).deletingLastPathComponent)
        }
        if access(path, F_OK) != 0 { try createMissingFile(path) }
        return path
    }

    /// Creates the file, unless it is only missing because another one is being put in its place.
    private func createMissingFile(_ path: String) throws(StoreError) {
        let folder = (path as NSString).deletingLastPathComponent
        // Without the folder, or the right to look into it, creating the file fails and says why.
        guard access(folder, R_OK) == 0, let resolved = try? resolvedPath() else { return try Self.createFile(path) }
        try Self.withFolderLocked((resolved as NSString).deletingLastPathComponent, patience: 5_000) {
            () throws(StoreError) in
            try SQLiteRecovery(resolved).finish()
            try Self.createFile(path)
        }
    }

    /// A name as one component of a path: it cannot lead to another folder, and no two names become one.
    static func component(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "/", "%", "\0": escaped += "%" + String(scalar.value, radix: 16, uppercase: true).leftPadded
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        // "." and ".." are places, and a leading dot would hide the file.
        return escaped.hasPrefix(".") ? "%2E" + escaped.dropFirst() : escaped
    }

    /// Creates a folder, and those above it, for this user alone.
    private static func createFolder(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST {
            return
        }
        let parent = (path as NSString).deletingLastPathComponent
        if errno == ENOENT, !parent.isEmpty, parent != path {
            try createFolder(parent)
            if mkdir(path, 0o700) == 0 || errno == EEXIST {
                return
            }
        }
        throw .system(errno, "The folder '\(path)' cannot be created. Choose another place for the store.")
    }

    /// Creates an empty file for this user alone, unless there is one.
    ///
    /// SQLite would give it the permissions that the process's mask allows. An existing file is not opened: closing
    /// it again would release the locks that SQLite holds on it in this process.
    static func createFile(_ path: String) throws(StoreError) {
        // One at a time, so that no other store locks the new file before it is closed here.
        let failure: Int32 = creation.withLock { _ in
            let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            guard file >= 0 else { return errno }
            close(file)
            return 0
        }
        switch failure {
        case 0: synchronizeFolder((path as NSString).deletingLastPathComponent)
        case EEXIST: break
        default:
            guard let (code, message) = FileObstacle.find(at: path) else {
                throw .system(failure, "'\(path)' cannot be created. Choose another place for the store.")
            }
            throw StoreError(code, message, cause: POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO))
        }
    }

    private static let creation = Lock((), isHeldLong: true)

    /// Runs `body` while nobody else puts a file of the folder in place of another, or creates one.
    ///
    /// - Parameter patience: How long to wait for another one, in milliseconds.
    static func withFolderLocked<Result>(
        _ folder: String, patience: Int32, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try FileLock(folder: folder).withLock(
            patience: .milliseconds(Int(patience)),
            { failure in
                switch failure {
                case .busy:
                    StoreError(.busy, "Another process is replacing a file in '\(folder)'. Try again later.")
                case .system(let number): .system(number, "The folder '\(folder)' cannot be locked.")
                }
            }, body)
    }

    /// Makes the new file's name survive a power cut. Not every file system can; then nothing is lost by it.
    static func synchronizeFolder(_ path: String) {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}

extension String {
    fileprivate var leftPadded: String {
        count < 2 ? "0" + self : self
    }
}

extension StoreError {
    /// The error for a failed system call.
    static func system(_ number: Int32, _ message: String) -> StoreError {
        let code: Code =
            switch number {
            case EACCES, EPERM: .permissionDenied
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .cannotOpen
            }
        return StoreError(code, message, cause: POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO))
    }
}
