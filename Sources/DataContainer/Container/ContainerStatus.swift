/// How a container stands with its store.
public enum ContainerStatus: Sendable {
    /// The saved values are loaded, and the last commit succeeded.
    case ready
    /// The store could not be read yet, for the reason given. The container works in memory, commits nothing and tries
    /// again: after a delay that grows to a minute, at lifecycle events, and in `save()` and `reload()`.
    case waitingForStore(StoreError)
    /// The last commit failed, for the reason given. The changes are still pending and in memory; committing is tried
    /// again: after a delay that grows to a minute, at lifecycle events, and in `save()`.
    case saveFailing(StoreError)
}

extension ContainerStatus {
    /// Whether the status is ``ready``.
    public var isReady: Bool {
        if case .ready = self { true } else { false }
    }

    /// The store's error, unless the status is ``ready``.
    public var error: StoreError? {
        switch self {
        case .ready: nil
        case .waitingForStore(let error), .saveFailing(let error): error
        }
    }
}
