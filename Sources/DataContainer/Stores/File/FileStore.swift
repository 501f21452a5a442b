public import Foundation

/// A store in one file that other programs can read, in one of the forms of ``FileFormat``.
///
/// Right for some hundred entries that people want to see, compare, edit or keep under version control. Each commit
/// writes the whole file, and a load reads it whole if it has changed, so both cost what the file's size costs: unlike
/// ``SQLiteStore``, whose costs follow the change. A commit waits for the disk, since a file that is replaced but not on
/// the disk could be empty after a power cut.
///
/// A commit writes a file beside the old one and renames it, so every reader and every dead process leaves a whole file.
/// Processes take turns by a lock on `NAME.lock`, which lies beside the file for good (leave it out of version control).
/// A commit reads the file again before it writes, and changes only the entries that it names: several processes, and
/// people with editors, lose nothing of one another. It waits for up to five seconds for others, then throws
/// ``StoreError/Code/busy``.
///
/// Changes by others are observed through the file system's events: commits, edits by hand, files put in its place. Each
/// counts as a commit, also if the revisions in the file say otherwise.
///
/// A file that is not of the format is never overwritten: it is moved to `NAME.damaged-<UTC time>`, and the next load hands
/// out a notice that says so (``Snapshot/notices``). What this store had read before takes its place; if nothing had been,
/// the store starts empty. That a file is empty, of zero bytes, is damage too: no commit leaves it so, and there may have
/// been entries. A file that was written in the last half second and cannot be understood is read again first, for somebody
/// may be in the middle of saving it; one that is gone is waited for likewise. If it cannot be moved, it is left where it
/// is, and every call throws ``StoreError/Code/damaged``.
public final class FileStore: Store {
    /// The URL of the file.
    public let url: URL
    /// How the file is written.
    public let format: FileFormat

    let observers = ChangeObservers(label: "DataContainer.FileStore")
    let watcher = Lock<FileWatcher?>(nil)
    /// Whether the folder of the watcher is gone, and looked for.
    let isFolderAwaited = Lock(false)
    let timing: Timing
    let state = Lock(State(), isHeldLong: true)

    /// How long to wait for others, in seconds.
    struct Timing: Sendable {
        /// For the lock.
        var patience = 5.0
        /// For somebody who may be in the middle of saving the file.
        var settling = 0.5
    }

    struct State: Sendable {
        /// The bytes that the file had when it was last looked at; `nil` if there was none.
        var bytes: Data?
        /// What they stand for, with the revisions that this store gave out.
        var contents: FileContents?
        /// What nobody has been told.
        var notices: [StoreNotice] = []
    }

    /// Makes a store in a file, which is created by the first commit, readable by this user alone. Its folder has to
    /// exist. A file that exists keeps its permissions.
    ///
    /// Making the store touches no disk.
    ///
    /// - Parameters:
    ///   - url: The URL of the file. A symbolic link is followed, and stays a link.
    ///   - format: How the file is written.
    public convenience init(url: URL, format: FileFormat) {
        self.init(url: url, format: format, timing: Timing())
    }

    init(url: URL, format: FileFormat, timing: Timing) {
        // Made absolute now, so that a later change of the working folder does not move the store.
        self.url = url.absoluteURL
        self.format = format
        self.timing = timing
    }

    /// Reads entries, all at one moment. See ``Store/load(_:)``.
    ///
    /// - Throws: ``StoreError/Code/damaged`` if the file is damaged and cannot be set aside,
    ///   ``StoreError/Code/newerLayout`` for a file of a newer version of this package, ``StoreError/Code/permissionDenied``, ``StoreError/Code/cannotOpen`` if
    ///   something else lies in its place or its folder does not exist, and ``StoreError/Code/inputOutput``.
    public func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        let file = try file()
        return try state.withLock { (state) throws(StoreError) in
            do throws(Obstacle) {
                try refresh(&state, file)
            } catch {
                switch error {
                case .store(let error): throw error
                case .invalid(let reason, _):
                    // Looked at again when nobody else can be about to set it aside.
                    do throws(StoreError) {
                        try locked(file) { () throws(StoreError) in try refreshOrSetAside(&state, file) }
                    } catch {
                        let isRefused = error.code == .permissionDenied || error.code == .readOnly
                        throw isRefused ? leftAlone(file, reason) : error
                    }
                }
            }
            var snapshot = (state.contents ?? FileContents()).snapshot(keys, path: file.path)
            if keys?.isEmpty != true {
                snapshot.notices = state.notices
                state.notices = []
            }
            return snapshot
        }
    }

    /// Writes some entries in one step. See ``Store/commit(_:durability:)``.
    ///
    /// - Throws: What ``load(_:)`` throws, and ``StoreError/Code/conflict``, ``StoreError/Code/busy``,
    ///   ``StoreError/Code/full``, ``StoreError/Code/readOnly``, and ``StoreError/Code/unsupported`` for a number that is
    ///   not finite.
    public func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        for (key, value) in changes.updates {
            switch value {
            case .real(let number) where !number.isFinite, .date(let number) where !number.isFinite:
                throw StoreError(
                    .unsupported,
                    "A store holds finite numbers only; \(number) for '\(key)' has to be stored as text.")
            default: break
            }
        }
        let file = try file()
        return try state.withLock { (state) throws(StoreError) in
            try locked(file) { () throws(StoreError) in
                try refreshOrSetAside(&state, file)
                var contents = state.contents ?? FileContents()
                try contents.check(changes.expects)
                guard let change = contents.apply(changes) else {
                    if durability == .power { try file.synchronize() }
                    return contents.revision
                }
                let bytes = try format.encode(contents)
                try file.replace(with: bytes, durability: durability)
                (state.bytes, state.contents) = (bytes, contents)
                observers.tell(change)
                return change.revision
            }
        }
    }

    /// Takes note of what the file holds now, for the observers.
    ///
    /// - Parameter start: Since when somebody may be in the middle of saving the file.
    /// - Returns: Whether to look again a little later, for the same reason.
    func look(since start: ContinuousClock.Instant) -> Bool {
        guard let file = try? file() else { return false }
        let hasTime = start.duration(to: .now) < .seconds(timing.settling)
        return state.withLock { state in
            do throws(Obstacle) {
                try refreshOnce(&state, file, mayBeGone: !hasTime)
                return false
            } catch {
                // What cannot be read now is found out by the next load or commit.
                if case .invalid(_, isSettled: false) = error { return true }
                return false
            }
        }
    }

    /// The file, at the end of its links.
    func file() throws(StoreError) -> StoreFile {
        let path = url.isFileURL ? url.standardizedFileURL.path(percentEncoded: false) : ""
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw StoreError(.cannotOpen, "'\(url)' is not the URL of a file.")
        }
        return try StoreFile(following: path)
    }
}

extension Store where Self == FileStore {
    /// A store in one file that other programs can read, see ``FileStore``.
    ///
    /// - Parameters:
    ///   - url: The URL of the file. Its folder has to exist.
    ///   - format: How the file is written.
    public static func file(at url: URL, format: FileFormat = .json) -> FileStore {
        FileStore(url: url, format: format)
    }
}
