internal import Foundation

// Looking at the file, which anybody may change at any time, and what is done about it.
extension FileStore {
    enum Obstacle: Error {
        case store(StoreError)
        /// The bytes are not of the format. Whether nobody has written them just now.
        case invalid(String, isSettled: Bool)
    }

    /// Takes note of what the file holds, and tells the observers what has changed. Waits for somebody who may be in the
    /// middle of saving it.
    func refresh(_ state: inout State, _ file: StoreFile) throws(Obstacle) {
        let start = ContinuousClock.now
        while true {
            let hasTime = start.duration(to: .now) < .seconds(timing.settling)
            do throws(Obstacle) {
                return try refreshOnce(&state, file, mayBeGone: !hasTime)
            } catch {
                guard case .invalid(_, isSettled: false) = error, hasTime else { throw error }
                // Nothing tells when an editor has finished, except that what it wrote can be understood.
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    func refreshOnce(_ state: inout State, _ file: StoreFile, mayBeGone: Bool) throws(Obstacle) {
        let bytes: Data?
        do throws(StoreError) {
            bytes = try file.read()
        } catch {
            throw .store(error)
        }
        // Compared whole: times and sizes do not tell two commits in a row apart.
        if state.contents != nil, bytes == state.bytes { return }
        var contents = FileContents()
        if let bytes {
            do throws(FileFault) {
                contents = try format.decode(bytes)
            } catch {
                switch error {
                case .newerLayout(let layout): throw .store(.newerLayout(layout, file.path))
                case .invalid(let reason):
                    throw .invalid(reason, isSettled: file.isSettled(for: timing.settling))
                }
            }
        } else if state.bytes != nil, !mayBeGone {
            throw .invalid("it is gone", isSettled: false)
        }
        if let previous = state.contents {
            if let change = contents.follow(previous) { observers.tell(change) }
        } else {
            contents.begin()
        }
        (state.bytes, state.contents) = (bytes, contents)
    }

    /// Takes note of what the file holds, or moves it out of the way. The caller has the file's lock.
    func refreshOrSetAside(_ state: inout State, _ file: StoreFile) throws(StoreError) {
        do throws(Obstacle) {
            try refresh(&state, file)
        } catch {
            switch error {
            case .store(let error): throw error
            case .invalid(let reason, _):
                let known = state.bytes
                guard let place = file.setAside(replacement: known) else { throw leftAlone(file, reason) }
                // What was known still is. If it could not be written back, the next commit writes it.
                state.bytes = try? file.read()
                let contents = state.contents ?? FileContents()
                state.contents = contents
                state.notices.append(
                    StoreNotice(
                        """
                        '\(file.path)' was no \(format.name): \(reason). It is now '\(place)'\
                        \(known == nil ? "; the store starts anew" : "; what was read of it before has taken its place").
                        """))
                // Whoever observes loads again, and so gets the notice.
                observers.tell(ExternalChange(revision: contents.revision, isComplete: false))
            }
        }
    }

    func leftAlone(_ file: StoreFile, _ reason: String) -> StoreError {
        StoreError(
            .damaged,
            """
            '\(file.path)' is no \(format.name): \(reason). It could not be moved out of the way, so it is left alone \
            and nothing is saved; repair it, or move it away.
            """)
    }

    func locked<Result>(
        _ file: StoreFile, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        // Who may write the file may lock it.
        var status = stat()
        let exists = stat(file.path, &status) == 0
        let lock = FileLock(
            file: file.path + ".lock", mode: exists ? status.st_mode & 0o666 : 0o600,
            group: exists ? status.st_gid : nil)
        return try lock.withLock(
            patience: .seconds(timing.patience),
            { failure in
                switch failure {
                case .busy:
                    StoreError(
                        .busy,
                        """
                        Another process has been writing '\(file.path)' for longer than a call waits. Nothing was \
                        changed; try again later, and see that no process is stopped while it writes.
                        """)
                case .system(let number): file.failure(number, "locked")
                }
            }, body)
    }
}

extension StoreFile {
    /// Whether nobody has written the file for some seconds.
    fileprivate func isSettled(for seconds: Double) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let time = status.modificationTime
        let age = Date.now.timeIntervalSince1970 - (Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        // A time that has not come yet says nothing.
        return age < 0 || age > seconds
    }
}

extension StoreError {
    fileprivate static func newerLayout(_ layout: Int, _ path: String) -> StoreError {
        StoreError(
            .newerLayout,
            """
            '\(path)' was written by a newer version of DataContainer, in layout \(layout); this one knows \
            \(FileContents.layout). It is left alone; use the newer version.
            """)
    }
}
