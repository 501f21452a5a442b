/// What a container's core knows, and how it changes: a pure state machine that its owner keeps under one lock.
struct ContainerState: Sendable {
    /// What is known of one saved property beside its value.
    struct Slot: Sendable {
        /// The number of the latest change that is not committed yet; zero if there is none.
        var pendingChange: UInt64 = 0
        /// The number of the latest change that was committed.
        var savedChange: UInt64 = 0
        /// The number of the latest change whose value could not be encoded.
        var unencodableChange: UInt64 = 0
        /// Whether the pending change removes the entry: the property was reset.
        var isRemoval = false
        /// Whether the pending change rests on a default that the store may have contradicted: it was made in place
        /// before the store could be read.
        var isDerivedFromDefault = false
        /// The store's revision that memory reflects.
        var revision = Revision.zero
        /// The revision of the entry that memory reflects; zero if there is none.
        var entryRevision = Revision.zero
        /// The newest revision by somebody else that was passed over because a change of ours was pending.
        var passedOver = Revision.zero
        /// How many losses of the store memory is known to have got over.
        var knownLosses = 0
        /// Whether the store holds an entry that could not be taken for a value of the property.
        var holdsUnreadableEntry = false

        var isPending: Bool { pendingChange != 0 }
    }

    /// An entry that was found to be no value of its property's type, and the key that a copy of it is saved under.
    struct SetAside: Sendable {
        var key: String
        var value: StoredValue
    }

    /// Whether the saved values have been loaded.
    enum Phase: Sendable {
        case starting
        case waiting(StoreError)
        case loaded
        /// The container is gone.
        case ended
    }

    var turn = WriterTurn()
    var properties: [any StoredProperty] = []
    var slots: [Slot] = []
    /// What has to be copied before it is replaced, by slot. Apart from the slots, which are copied at each mutation.
    var setAside: [Int: SetAside] = [:]
    var phase = Phase.starting
    var saveFailure: StoreError?
    /// The number of the latest change in memory.
    var change: UInt64 = 0
    /// How often the store was found damaged as a whole, and may have lost entries that memory has.
    var losses = 0
    /// Grows with everything that happens to the values in memory, of transient properties too.
    var version: UInt64 = 0
    /// How many properties have a pending change.
    var pendingCount = 0
    /// Whether the process asks the system not to kill it without a word.
    var holdsOffSuddenTermination = false
    /// Whether a commit is scheduled.
    var isCommitScheduled = false
    /// How many times in a row reading or writing the store has failed.
    var failures = 0
    /// Whether a retry is scheduled.
    var isRetryScheduled = false
    var observation: StoreObservation?

    var isLoaded: Bool {
        if case .loaded = phase { true } else { false }
    }

    var status: ContainerStatus {
        if case .waiting(let error) = phase { return .waitingForStore(error) }
        if let saveFailure { return .saveFailing(saveFailure) }
        return .ready
    }

    /// Notes that the saved values are in place. Returns whether that is so for the first time.
    mutating func noteLoaded() -> Bool {
        switch phase {
        case .starting, .waiting: break
        case .loaded, .ended: return false
        }
        phase = .loaded
        failures = 0
        // From here on, a pending change that is still there rests on what the store holds.
        for index in slots.indices { slots[index].isDerivedFromDefault = false }
        return true
    }

    // MARK: Changes in memory

    /// How a property is written.
    enum Write {
        /// A new value, whatever the old one was.
        case value
        /// A value made from the old one.
        case inPlace
        /// The default, and no entry.
        case reset
    }

    /// Notes that a property's value in memory has changed. Returns whether it is the container's first pending change.
    mutating func noteChange(_ index: Int, _ write: Write) -> Bool {
        change += 1
        let wasPending = slots[index].isPending
        switch write {
        case .value:
            slots[index].isDerivedFromDefault = false
        case .inPlace:
            // What follows a plain write rests on that, not on the default.
            if !isLoaded, !wasPending { slots[index].isDerivedFromDefault = true }
        case .reset:
            slots[index].isDerivedFromDefault = false
        }
        slots[index].isRemoval = if case .reset = write { true } else { false }
        slots[index].pendingChange = change
        if !wasPending { pendingCount += 1 }
        return !wasPending && pendingCount == 1
    }

    /// Whether a plain write of the value that is there already must be saved all the same: the store may hold another.
    func mustSaveEqualValue(_ index: Int) -> Bool {
        (!isLoaded && !slots[index].isPending) || slots[index].isDerivedFromDefault
            || (slots[index].holdsUnreadableEntry && !slots[index].isPending)
    }

    /// Takes a change back that was none: the property is as pending as it was before.
    mutating func takeBackChange(_ index: Int, to before: Slot) {
        guard before.isPending, before.pendingChange > slots[index].savedChange else { return withdraw(index) }
        // As a new change: a commit may have taken the one that is taken back, and must not pass for a later one than this.
        change += 1
        if slots[index].unencodableChange == before.pendingChange { slots[index].unencodableChange = change }
        slots[index].pendingChange = change
        slots[index].isRemoval = before.isRemoval
        slots[index].isDerivedFromDefault = before.isDerivedFromDefault && !isLoaded
    }

    // MARK: Commits

    /// Notes that the change with this number has reached the store.
    mutating func noteSaved(_ index: Int, change: UInt64, revision: Revision, isRemoval: Bool) {
        slots[index].savedChange = max(slots[index].savedChange, change)
        slots[index].revision = max(slots[index].revision, revision)
        slots[index].entryRevision = isRemoval ? .zero : revision
        slots[index].knownLosses = losses
        slots[index].holdsUnreadableEntry = false
        setAside[index] = nil
        if slots[index].pendingChange == change {
            withdraw(index)
        }
    }

    /// Takes back a property's pending change.
    mutating func withdraw(_ index: Int) {
        guard slots[index].isPending else { return }
        slots[index].pendingChange = 0
        slots[index].isRemoval = false
        slots[index].isDerivedFromDefault = false
        pendingCount -= 1
    }
}
