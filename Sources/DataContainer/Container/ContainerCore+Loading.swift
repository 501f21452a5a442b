// Taking over what the store holds: at the start, in `reload()`, and when somebody else commits.
extension ContainerCore {
    /// What the store holds for one property, on its way into memory.
    struct Arrival: Sendable {
        var slot: Int
        var revision: Revision
        /// The value; `nil` if the entry is not readable.
        var value: PreparedValue?
        /// The entry that is no value of the property's type.
        var setAside: ContainerState.SetAside?
        /// Whether the entry itself is not readable, and the value is that of a backup.
        var isFromBackup = false
        /// Whether there is an entry. Without one, the value is the default.
        var hasEntry: Bool
        /// The latest change of ours that had been committed when the store was read, so that a later one is known to be
        /// newer than this; `nil` if the revision tells.
        var savedChange: UInt64?
    }

    /// Loads the entries of the container's own keys and puts them in place.
    ///
    /// - Parameters:
    ///   - slots: The properties to load; `nil` is all of them.
    ///   - timeout: For how many seconds to wait for another use of the store; `nil` is as long as it takes.
    /// - Throws: The ``StoreError``, after it has become the status if the store has never been read.
    func load(slots: [Int]? = nil, timeout: Double? = nil) throws(StoreError) {
        let isStarting = state.withLock { $0.isStarting }
        let reading: Reading
        do {
            guard let result = try read(slots, timeout) else { return }
            reading = result
        } catch {
            noteLoadFailure(error, isStarting)
            throw error
        }
        var errors = reading.snapshot.notices.map { ContainerError(.recovered, key: $0.key, $0.message) }
        let arrivals = reading.properties.map { slot, property, savedChange in
            let entry = reading.snapshot.entries[property.key]
            if let damage = reading.snapshot.unreadable[property.key] {
                errors.append(.damagedEntry(property.key, damage))
                guard let entry else {
                    return Arrival(slot: slot, revision: .zero, value: nil, hasEntry: true, savedChange: savedChange)
                }
                // From a backup. What memory has from the store itself is newer.
                var arrival = arrival(slot, property, entry, .zero, savedChange, &errors)
                arrival.isFromBackup = true
                return arrival
            }
            let revision = entry?.revision ?? reading.snapshot.revision
            return arrival(slot, property, entry, revision, savedChange, &errors)
        }
        let (isFirst, givenUp) = install(arrivals, completesLoad: true)
        if isFirst { observeStore(since: reading.snapshot.revision) }
        report(errors + givenUp, isStarting)
    }

    private typealias Reading = (
        properties: [(slot: Int, property: any StoredProperty, savedChange: UInt64)], snapshot: Snapshot
    )

    /// Reads the store, in the commit's turn. Returns nothing if this thread is inside a commit already.
    private func read(_ slots: [Int]?, _ timeout: Double?) throws(StoreError) -> Reading? {
        switch commitTurn.enter(timeout: timeout) {
        case .entered: break
        case .reentered: return nil
        case .timedOut: throw StoreError(.busy, "The store is still busy with an earlier request.")
        }
        defer { commitTurn.leave() }
        let properties = state.withLock { state in
            (slots ?? Array(state.properties.indices)).filter { $0 < state.properties.count }
                .map { ($0, state.properties[$0], state.slots[$0].savedChange) }
        }
        let snapshot = try store.load(properties.map(\.1.key))
        // Noted in the turn, since the store says it only once: a load that comes after this one may be done before it.
        if snapshot.notices.contains(where: { $0.key == nil }) { state.withLock { $0.losses += 1 } }
        return (properties, snapshot)
    }

    /// Takes over what somebody else has committed.
    func takeOver(_ change: ExternalChange) {
        if !change.isComplete {
            // If it fails, the store will tell of the next change.
            try? load()
            return
        }
        let properties = state.withLock { $0.properties }
        var errors: [ContainerError] = []
        var arrivals: [Arrival] = []
        for (slot, property) in properties.enumerated() {
            if let entry = change.entries[property.key] {
                arrivals.append(arrival(slot, property, entry, entry.revision, nil, &errors))
            } else if let revision = change.removed[property.key] {
                arrivals.append(arrival(slot, property, nil, revision, nil, &errors))
            }
        }
        guard !arrivals.isEmpty else { return }
        reporter.report(errors + install(arrivals, completesLoad: false).givenUp)
    }

    private func arrival(
        _ slot: Int, _ property: any StoredProperty, _ entry: Entry?, _ revision: Revision, _ savedChange: UInt64?,
        _ errors: inout [ContainerError]
    ) -> Arrival {
        var arrival = Arrival(
            slot: slot, revision: revision, value: nil, hasEntry: entry != nil, savedChange: savedChange)
        do {
            arrival.value = try property.prepare(entry?.value)
        } catch {
            let copy = "\(property.key).set-aside-\(Timestamp.now)"
            arrival.setAside = entry.map { ContainerState.SetAside(key: copy, value: $0.value) }
            errors.append(.typeMismatch(property.key, property.typeName, copy, error))
        }
        return arrival
    }

    /// Puts values from the store in place, as a writer of its own, except where memory is newer.
    ///
    /// - Parameter completesLoad: Whether the store has been read by this if it had not been before. That must be one
    ///   step with putting the values in place: what is changed in between rests on them, and on no default.
    /// - Returns: Whether the store had not been read before, and what has to be reported.
    private func install(
        _ arrivals: [Arrival], completesLoad: Bool
    ) -> (isFirst: Bool, givenUp: [ContainerError]) {
        let owner = WriterTurn.Owner.current
        takeTurn(.transaction, owner)
        let (outcome, followUp) = giveTurnBack(.transaction, owner) { state in
            var outcome = (
                isFirst: false, replaced: [(property: any StoredProperty, old: ReplacedValue)](), givenUp: [String]()
            )
            var followUp = FollowUp()
            let wasUnsaved = state.pendingCount > 0
            for arrival in arrivals where arrival.setAside != nil && arrival.slot < state.slots.count {
                // Also if memory is newer: what is pending will replace the entry.
                state.setAside[arrival.slot] = arrival.setAside
            }
            for arrival in arrivals where !state.keeps(arrival) && state.accepts(arrival) {
                if state.slots[arrival.slot].isPending {
                    state.withdraw(arrival.slot)
                    outcome.givenUp.append(state.properties[arrival.slot].key)
                }
                state.slots[arrival.slot].revision = arrival.revision
                state.slots[arrival.slot].entryRevision = arrival.hasEntry ? arrival.revision : .zero
                state.slots[arrival.slot].knownLosses = state.losses
                state.slots[arrival.slot].holdsUnreadableEntry = arrival.value == nil || arrival.isFromBackup
                if let value = arrival.value {
                    outcome.replaced.append((state.properties[arrival.slot], value.install()))
                }
            }
            if completesLoad, state.noteLoaded() {
                outcome.isFirst = true
                followUp.changedStatus = true
                arrangeCommit(&followUp, &state)
            } else if !wasUnsaved {
                arrangeCommit(&followUp, &state)
            }
            followUp.changedUnsaved = wasUnsaved != (state.pendingCount > 0)
            return (outcome, followUp)
        }
        finish(followUp)
        for (property, old) in outcome.replaced where !old.isEqual() { property.notify() }
        return (outcome.isFirst, outcome.givenUp.map { .changeGivenUp($0) })
    }

    /// Loads the entries again of which a newer one was passed over.
    func refresh(_ slots: [Int]) {
        guard !slots.isEmpty else { return }
        // On another thread: this one may be inside a transaction's body that called `save()`.
        scheduler.perform { try? self.load(slots: slots) }
    }

    private func report(_ errors: [ContainerError], _ isStarting: Bool) {
        if isStarting { reporter.reportFromInitializer(errors) } else { reporter.report(errors) }
    }

    private func noteLoadFailure(_ error: StoreError, _ isStarting: Bool) {
        let (isNews, followUp) = change { state, followUp in
            switch state.phase {
            case .starting:
                state.phase = .waiting(error)
                followUp.schedulesRetry = true
                return true
            case .waiting(let previous):
                state.phase = .waiting(error)
                followUp.schedulesRetry = true
                return previous.code != error.code
            case .loaded, .ended:
                return false
            }
        }
        finish(followUp)
        if isNews { report([.cannotLoad(error)], isStarting) }
    }
}

extension ContainerState {
    /// Whether memory has a value that the store has lost: it is then saved again.
    fileprivate mutating func keeps(_ arrival: ContainerCore.Arrival) -> Bool {
        guard arrival.slot < slots.count, !arrival.hasEntry || (arrival.value == nil && arrival.setAside == nil),
            slots[arrival.slot].entryRevision > .zero, slots[arrival.slot].knownLosses < losses
        else { return false }
        if !slots[arrival.slot].isPending { _ = noteChange(arrival.slot, .value) }
        slots[arrival.slot].entryRevision = .zero
        slots[arrival.slot].knownLosses = losses
        return true
    }

    /// Whether what the store holds for a property is newer than what memory has; otherwise notes that it was passed
    /// over.
    fileprivate mutating func accepts(_ arrival: ContainerCore.Arrival) -> Bool {
        guard arrival.slot < slots.count else { return false }
        let slot = slots[arrival.slot]
        if slot.isPending, !(slot.isDerivedFromDefault && arrival.hasEntry && arrival.value != nil) {
            slots[arrival.slot].passedOver = max(slot.passedOver, arrival.revision)
            return false
        }
        guard let savedChange = arrival.savedChange else { return arrival.revision > slot.revision }
        return slot.savedChange == savedChange && arrival.revision >= slot.revision
    }

    fileprivate var isStarting: Bool {
        if case .starting = phase { true } else { false }
    }
}

extension ContainerError {
    static func cannotLoad(_ error: StoreError) -> ContainerError {
        ContainerError(
            .cannotLoad,
            """
            The saved values could not be read. The container works in memory with its defaults, saves nothing over \
            the store, and tries again. \(error.message)
            """, cause: error)
    }

    static func damagedEntry(_ key: String, _ error: StoreError) -> ContainerError {
        ContainerError(
            .damagedEntry, key: key,
            "The entry is damaged. The property keeps its value, and the entry stays as it is until the property is set.",
            cause: error)
    }

    static func typeMismatch(
        _ key: String, _ typeName: String, _ copy: String, _ error: any Error
    ) -> ContainerError {
        let found = (error as? ValueError)?.found
        return ContainerError(
            .typeMismatch, key: key,
            """
            The entry is no \(typeName): found \(found ?? "something that cannot be decoded"). The property keeps its \
            value, and the entry stays as it is until the property is set; a copy is kept then, under '\(copy)'.
            """, expectedType: typeName, found: found, cause: error)
    }

    static func changeGivenUp(_ key: String) -> ContainerError {
        ContainerError(
            .changeGivenUp, key: key,
            """
            The property was changed in place before its saved value could be read. The saved value was taken instead \
            of the change, which was made on top of a default.
            """)
    }
}
