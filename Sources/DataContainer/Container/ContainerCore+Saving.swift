// Committing what is pending.
//
// A commit takes all that is pending at one moment, encodes it without any lock, and only then takes the commit's
// turn. Two commits may so overtake each other between the two steps; since each holds everything that was pending at
// its moment, the later one contains what the earlier one has, and the earlier one leaves that out. So commits reach
// the store in the order of the changes, and a user's `Codable` code never runs inside a turn.
extension ContainerCore {
    /// One property's part of a commit.
    struct PendingChange: Sendable {
        var slot: Int
        var key: String
        /// The number of the change that is committed; `nil` for a transaction's, which gets its number when it is in the
        /// store.
        var change: UInt64?
        /// What is set; `nil` removes the entry.
        var value: StoredValue?
    }

    /// What a commit leaves to do when every turn is released.
    struct Aftermath: Sendable {
        var followUp = FollowUp()
        /// What has to be reported.
        var errors: [ContainerError] = []
        /// Why the store refused the commit, if it did.
        var failure: StoreError?
        /// The properties of which somebody else has meanwhile committed a newer entry.
        var stale: [Int] = []
    }

    /// Commits all that is pending.
    ///
    /// - Parameters:
    ///   - durability: What the commit survives.
    ///   - insisting: Whether to try what has failed to be encoded before, to load first if need be, and to make
    ///     earlier commits durable.
    ///   - timeout: For how many seconds to wait for another commit; `nil` is as long as it takes.
    /// - Throws: A ``StoreError``, or a ``ContainerError`` for the first value that could not be encoded.
    func commit(_ durability: Durability, insisting: Bool, timeout: Double? = nil) throws {
        if insisting, !state.withLock({ $0.isLoaded }) { try load(timeout: timeout) }
        let batch = encodePending(insisting: insisting)
        var aftermath = Aftermath(errors: batch.news)
        defer { settle(aftermath) }
        switch commitTurn.enter(timeout: timeout) {
        case .entered:
            defer { commitTurn.leave() }
            guard let wanted = stillWanted(batch.changes) else {
                if insisting { throw StoreError(.busy, "The store has not been read. The changes stay pending.") }
                break
            }
            guard insisting || !wanted.isEmpty else {
                noteNothingToSave(&aftermath)
                break
            }
            do throws(StoreError) {
                let revision = try store.commit(changeSet(wanted), durability: durability)
                noteSaved(wanted, revision, &aftermath)
            } catch {
                aftermath.failure = error
                throw error
            }
        case .reentered:
            aftermath.followUp.schedulesRetry = true
            if insisting {
                throw StoreError(
                    .busy, "A store cannot save its own container while it commits. The changes stay pending.")
            }
        case .timedOut:
            throw StoreError(.busy, "Another commit of this container is not finished yet. The changes stay pending.")
        }
        if insisting, let failure = batch.failures.first { throw failure }
    }

    /// Does what a commit left to do. No lock or turn may be held.
    func settle(_ aftermath: Aftermath) {
        if let failure = aftermath.failure { noteSaveFailure(failure) }
        finish(aftermath.followUp)
        reporter.report(aftermath.errors)
        refresh(aftermath.stale)
    }

    /// Takes what is pending and encodes it.
    ///
    /// - Returns: What can be committed; the errors of values that cannot be encoded; and those of them that have not
    ///   been reported yet.
    func encodePending(
        insisting: Bool
    ) -> (changes: [PendingChange], failures: [ContainerError], news: [ContainerError]) {
        let batch = state.withLock { state in
            state.slots.indices.compactMap { index -> (PendingChange, any StoredProperty, CapturedValue?)? in
                let slot = state.slots[index]
                guard slot.isPending, insisting || slot.unencodableChange != slot.pendingChange else { return nil }
                let property = state.properties[index]
                let change = PendingChange(slot: index, key: property.key, change: slot.pendingChange, value: nil)
                return (change, property, slot.isRemoval ? nil : property.capture())
            }
        }
        var changes: [PendingChange] = []
        var failures: [ContainerError] = []
        var news: [ContainerError] = []
        for (change, property, captured) in batch {
            var change = change
            do {
                change.value = try captured?.encode()
                changes.append(change)
            } catch {
                let failure = ContainerError.cannotEncode(change.key, property.typeName, error)
                failures.append(failure)
                if noteUnencodable(change) { news.append(failure) }
            }
        }
        return (changes, failures, news)
    }

    /// Notes that a change cannot be encoded. Returns whether that is news.
    private func noteUnencodable(_ change: PendingChange) -> Bool {
        state.withLock { state in
            guard change.slot < state.slots.count else { return false }
            let number = change.change ?? 0
            defer { state.slots[change.slot].unencodableChange = number }
            return state.slots[change.slot].unencodableChange != number
        }
    }

    /// Those changes that no later commit has saved already; `nil` if the store has not been read.
    func stillWanted(_ changes: [PendingChange]) -> [PendingChange]? {
        state.withLock { state in
            guard state.isLoaded else { return nil }
            return changes.filter { state.slots[$0.slot].savedChange < $0.change ?? .max }
        }
    }

    /// What a commit does to the store. An entry that could not be read is copied before it is replaced.
    func changeSet(_ changes: [PendingChange], expects: [String: Revision] = [:]) -> ChangeSet {
        let copies = state.withLock { state in changes.compactMap { state.setAside[$0.slot] } }
        var set = ChangeSet(expects: expects)
        for copy in copies { set.updates[copy.key] = copy.value }
        for change in changes {
            if let value = change.value {
                set.updates[change.key] = value
            } else {
                set.removals.insert(change.key)
            }
        }
        return set
    }

    /// Notes a successful commit.
    func noteSaved(_ changes: [PendingChange], _ revision: Revision, _ aftermath: inout Aftermath) {
        let (stale, followUp) = change { state, followUp in
            state.change += 1
            // A container that has ended meanwhile has no slots any more.
            for change in changes where change.slot < state.slots.count {
                // A transaction's change takes the place of what was pending for its property.
                if change.change == nil { state.withdraw(change.slot) }
                state.noteSaved(
                    change.slot, change: change.change ?? state.change, revision: revision,
                    isRemoval: change.value == nil)
            }
            state.saveFailure = nil
            state.failures = 0
            if state.hasCommittableChange { arrangeCommit(&followUp, &state) }
            // What is set immediately commits itself.
            followUp.commitsNow = false
            return changes.map(\.slot).filter { $0 < state.slots.count && state.isStale($0) }
        }
        aftermath.followUp = followUp
        aftermath.stale = stale
    }

    /// Notes that nothing is left of what an earlier commit failed to save: it was taken back, or cannot be encoded.
    private func noteNothingToSave(_ aftermath: inout Aftermath) {
        let (_, followUp) = change { state, followUp in
            guard state.saveFailure != nil else { return }
            state.saveFailure = nil
            state.failures = 0
            // What was changed since then counts on being tried again with that.
            if state.hasCommittableChange { arrangeCommit(&followUp, &state) }
        }
        aftermath.followUp = followUp
    }

    /// Notes a failed commit: reports it if it is news, and arranges to try again. Without a pending change there is
    /// nothing to try again, and whoever asked for the commit is told by an error.
    private func noteSaveFailure(_ error: StoreError) {
        let (isNews, followUp) = change { state, followUp in
            guard state.pendingCount > 0 else { return false }
            defer { state.saveFailure = error }
            followUp.schedulesRetry = saving != .manually
            return state.saveFailure?.code != error.code
        }
        finish(followUp)
        if isNews { reporter.report([.cannotSave(error)]) }
    }
}

extension ContainerState {
    /// Whether there is a pending change that an automatic commit would try.
    fileprivate var hasCommittableChange: Bool {
        pendingCount > 0 && slots.contains { $0.isPending && $0.unencodableChange != $0.pendingChange }
    }

    /// Whether the store holds a newer entry than memory.
    fileprivate func isStale(_ slot: Int) -> Bool {
        !slots[slot].isPending && slots[slot].passedOver > slots[slot].revision
    }
}

extension ContainerError {
    static func cannotSave(_ error: StoreError) -> ContainerError {
        ContainerError(
            .cannotSave,
            "The changes could not be saved; they are still in memory and saving is tried again. \(error.message)",
            cause: error)
    }

    static func cannotEncode(_ key: String, _ typeName: String, _ error: any Error) -> ContainerError {
        ContainerError(
            .cannotEncode, key: key,
            "The value could not be encoded, so the entry keeps the value saved before. Every other change is saved.",
            expectedType: typeName, cause: error)
    }
}
