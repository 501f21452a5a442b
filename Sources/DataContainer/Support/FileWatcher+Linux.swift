#if os(Linux) || os(Android)
internal import Dispatch
internal import Foundation

enum FileWatcherPlatform {
    /// Begins to watch. `nil` if the system refuses: the folder is not there, or a limit is reached.
    static func watch(
        folder: String, names: Set<String>, lockedNames: Set<String>, onEvent: @escaping @Sendable () -> Void
    ) -> (any FileWatch)? {
        FolderEvents.shared?.add(folder: folder, names: names, onEvent: onEvent)
    }
}

/// The process's one inotify descriptor, and who wants to know of its events.
private final class FolderEvents: Sendable {
    static let shared = FolderEvents()

    private struct Watcher: Sendable {
        var folder: Int32
        var names: Set<String>
        var onEvent: @Sendable () -> Void
    }

    private struct State: Sendable {
        var watchers: [Int: Watcher] = [:]
        var last = 0
    }

    /// Setting times is how a store tells of a commit. A process that is killed closes its files.
    private static let mask =
        UInt32(IN_ATTRIB) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    private let descriptor: Int32
    private let state = Lock(State())
    private let queue = DispatchQueue(label: "DataContainer.FileWatcher", qos: .userInitiated)
    // In a lock because a source is not marked as Sendable.
    private let source = Lock<(any DispatchSourceRead)?>(nil)

    private init?() {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        source.withLock { kept in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { [unowned self] in readEvents() }
            source.activate()
            kept = source
        }
    }

    func add(folder: String, names: Set<String>, onEvent: @escaping @Sendable () -> Void) -> FolderWatch? {
        // Under the lock, so that no event of the new watch is handled before its watcher is known.
        let number = state.withLock { state -> Int? in
            let watch = inotify_add_watch(descriptor, folder, Self.mask)
            guard watch >= 0 else { return nil }
            state.last += 1
            state.watchers[state.last] = Watcher(folder: watch, names: names, onEvent: onEvent)
            return state.last
        }
        return number.map { FolderWatch(number: $0, events: self) }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let watcher = state.watchers.removeValue(forKey: number) else { return }
            // The system has one watch for each folder, however many want it.
            if !state.watchers.values.contains(where: { $0.folder == watcher.folder }) {
                inotify_rm_watch(descriptor, watcher.folder)
            }
        }
    }

    func contains(_ number: Int) -> Bool {
        state.withLock { $0.watchers[number] != nil }
    }

    private func readEvents() {
        var wanted: [Int: @Sendable () -> Void] = [:]
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset < count {
                    let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
                    note(event, String(decoding: name, as: UTF8.self), &wanted)
                    offset = start + Int(event.len)
                }
            }
        }
        for onEvent in wanted.values {
            onEvent()
        }
        // A burst of events is answered half a millisecond at a time: to be woken for each would slow down who causes them.
        source.withLock { $0?.suspend() }
        queue.asyncAfter(deadline: .now() + .microseconds(500)) { [self] in source.withLock { $0?.resume() } }
    }

    private func note(_ event: inotify_event, _ name: String, _ wanted: inout [Int: @Sendable () -> Void]) {
        let isLost = event.mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0
        let isOverflow = event.mask & UInt32(IN_Q_OVERFLOW) != 0
        state.withLock { state in
            for (number, watcher) in state.watchers where isOverflow || watcher.folder == event.wd {
                if isLost {
                    state.watchers[number] = nil
                } else if !isOverflow, !watcher.names.contains(name) {
                    continue
                }
                wanted[number] = watcher.onEvent
            }
            // A folder that was moved away would still be watched, at its new place.
            if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(descriptor, event.wd) }
        }
    }
}

private struct FolderWatch: FileWatch {
    let number: Int
    let events: FolderEvents

    var isAlive: Bool { events.contains(number) }

    func cancel() { events.remove(number) }
}
#endif
