import Dispatch

/// What stands behind a container: its properties, its store, and the one lock under which changes are ordered.
///
/// The parts: ``ContainerState`` decides under the lock; this class and its extensions do what it decided after
/// unlocking. Writing is in `+Writing` and `+Mutating`, commits in `+Saving`, the store's entries in `+Loading`, what is
/// done later or at the app's events in `+Retrying`, transactions in `+Transaction`.
///
/// Nothing refers to a core weakly: an object that has ever had a weak reference pays for it at every retain, which here
/// is every write. Its container's handle ends it, and that breaks the cycles.
///
/// Locks are taken in one order: the writer's turn, the commit's turn, the core's lock, a property's lock. While a
/// user's code runs, none is held but the writer's turn, and that only in in-place mutations and transaction bodies.
@usableFromInline
final class ContainerCore: Sendable {
    let store: any Store
    let saving: SavingPolicy
    let scheduler: any Scheduler
    let state = Lock(ContainerState())
    let commitTurn = CommitTurn()
    let reporter: ErrorReporter
    let statusNotifier = ChangeNotifier()
    let unsavedNotifier = ChangeNotifier()

    init(
        store: any Store, saving: SavingPolicy, onError: (@Sendable (ContainerError) -> Void)?,
        scheduler: any Scheduler
    ) {
        self.store = store
        self.saving = saving
        self.scheduler = scheduler
        self.reporter = ErrorReporter(onError)
    }

    /// Adds a saved property, before the container is used. Returns the number of its slot.
    func register(_ property: any StoredProperty) -> Int {
        state.withLock { state in
            state.properties.append(property)
            state.slots.append(ContainerState.Slot())
            return state.slots.count - 1
        }
    }

    // MARK: What users see

    var status: ContainerStatus {
        statusNotifier.access()
        return state.withLock { $0.status }
    }

    var hasUnsavedChanges: Bool {
        unsavedNotifier.access()
        return state.withLock { $0.pendingCount > 0 }
    }

    /// Runs `body` under the lock. What it leaves to do comes back, to be done by ``finish(_:)`` when no turn is held.
    func change<Result: Sendable>(
        _ body: (inout ContainerState, inout FollowUp) -> Result
    ) -> (result: Result, followUp: FollowUp) {
        state.withLock { state in
            let (oldStatus, wasUnsaved) = (state.status, state.pendingCount > 0)
            var followUp = FollowUp()
            let result = body(&state, &followUp)
            if !oldStatus.isSame(as: state.status) { followUp.changedStatus = true }
            if wasUnsaved != (state.pendingCount > 0) { followUp.changedUnsaved = true }
            return (result, followUp)
        }
    }

    /// Saves what is pending, unless only `save()` may, and lets go of the properties.
    func end() {
        if saving != .manually, state.withLock({ $0.pendingCount > 0 }) {
            try? commit(.power, insisting: true)
        }
        let (properties, observation) = state.withLock { state in
            defer {
                state.phase = .ended
                state.properties = []
                state.slots = []
                state.pendingCount = 0
                state.observation = nil
            }
            return (state.properties, state.observation)
        }
        holdOffSuddenTermination()
        observation?.cancel()
        // Released here, without the lock: the last reference to a value may run a user's deinitializer.
        withExtendedLifetime(properties) {}
    }
}

extension ContainerStatus {
    fileprivate func isSame(as other: ContainerStatus) -> Bool {
        switch (self, other) {
        case (.ready, .ready): true
        case (.waitingForStore(let left), .waitingForStore(let right)): left.code == right.code
        case (.saveFailing(let left), .saveFailing(let right)): left.code == right.code
        default: false
        }
    }
}
