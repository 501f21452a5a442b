import Foundation

extension DataContaining {
    /// Reads and writes several properties as one step, in memory and in the store.
    ///
    /// The body gets a view of the container in which every property is a member. When it returns, what it changed is
    /// committed to the store in one commit that survives a power cut, together with everything that was pending before,
    /// and then appears in memory. When it throws, nothing has happened, in memory or in the store.
    ///
    /// ```swift
    /// try AppState.shared.transaction { state in
    ///     state.launches += 1
    ///     state.someString = "second"
    /// }
    /// ```
    ///
    /// The body runs on the calling thread and holds the container's writer's turn until the commit is done: other
    /// writers wait, readers see the old values. It must write through its parameter; writing to the container itself
    /// from inside the body stops the program with a message. If another process or container has changed a property
    /// that the body read, the body is **run again** with the new values, so it should do nothing but compute.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; a ``StoreError`` if the store cannot be read or written, or if others kept changing
    ///   what the body read; a ``ContainerError`` if a changed value cannot be encoded. Nothing has happened in any of
    ///   these cases. In particular, no transaction succeeds while the store cannot be read: its result would rest on
    ///   defaults in the place of saved values.
    public func transaction<Result>(_ body: (inout Transaction<Self>) throws -> Result) throws -> Result {
        let core = _handle.core
        return try core.transaction {
            var transaction = Transaction<Self>(properties)
            return (try body(&transaction), transaction.drafts.all)
        }
    }
}

// Transactions: one step in memory and one commit in the store.
//
// The order is: body, commit, memory. What cannot be committed never shows in memory, so a transaction that throws has
// done nothing at all.
extension ContainerCore {
    /// How often a body is run when others keep changing what it reads, before the transaction fails.
    private static let transactionAttempts = 1000

    func transaction<Result>(_ body: () throws -> (Result, [any Draft])) throws -> Result {
        if !state.withLock({ $0.isLoaded }) { try load() }
        var attempt = 1
        while true {
            do {
                return try attemptTransaction(body)
            } catch let error as StoreError where error.code == .conflict && attempt < Self.transactionAttempts {
                let slots = state.withLock { state in
                    state.properties.indices.filter { error.conflicts.keys.contains(state.properties[$0].key) }
                }
                try load(slots: slots)
                // Two writers that keep meeting come apart by waiting for different times.
                Thread.sleep(forTimeInterval: .random(in: 0...0.000_1) * Double(min(attempt, 20)))
                attempt += 1
            }
        }
    }

    private func attemptTransaction<Result>(_ body: () throws -> (Result, [any Draft])) throws -> Result {
        var aftermath = Aftermath()
        var changed: [any Draft] = []
        // Runs when the turn has been given back, whichever way this ends.
        defer {
            settle(aftermath)
            for draft in changed { draft.notify() }
        }
        let owner = WriterTurn.Owner.current
        takeTurn(.transaction, owner)
        defer { giveTurnBack(.transaction, owner) { _ in } }
        let (result, drafts) = try body()
        let candidates = drafts.filter(\.isChanged)
        try commit(candidates, reading: drafts.filter(\.isRead), &aftermath)
        changed = candidates
        return result
    }

    /// Commits a transaction's changes together with what was pending before, then puts them into memory.
    private func commit(_ changed: [any Draft], reading: [any Draft], _ aftermath: inout Aftermath) throws {
        guard changed.contains(where: { $0.slot != nil }) else { return install(changed) }
        var changes: [PendingChange] = []
        for draft in changed {
            guard let slot = draft.slot else { continue }
            changes.append(PendingChange(slot: slot, key: draft.key, change: nil, value: try draft.encode()))
        }
        let written = Set(changes.map(\.slot))
        let batch = encodePending(insisting: false)
        aftermath.errors = batch.news
        let earlier = batch.changes.filter { !written.contains($0.slot) }

        guard case .entered = commitTurn.enter() else {
            throw StoreError(.busy, "A transaction cannot run inside a commit of its own container's store.")
        }
        defer { commitTurn.leave() }
        guard let wanted = stillWanted(earlier) else {
            throw StoreError(.busy, "The container has ended, or its store has not been read.")
        }
        do throws(StoreError) {
            let set = changeSet(wanted + changes, expects: expectations(of: reading))
            let revision = try store.commit(set, durability: .power)
            noteSaved(changes + wanted, revision, &aftermath)
            install(changed)
        } catch {
            if error.code != .conflict { aftermath.failure = error }
            throw error
        }
    }

    /// The entries that a transaction has read, by the revisions that memory reflects. A value of ours that is still
    /// pending rests on no entry.
    private func expectations(of drafts: [any Draft]) -> [String: Revision] {
        guard store.capabilities.contains(.comparesRevisions) else { return [:] }
        return state.withLock { state in
            var expectations: [String: Revision] = [:]
            for draft in drafts {
                guard let slot = draft.slot, !state.slots[slot].isPending else { continue }
                // A damaged entry has no revision that one could expect.
                if state.slots[slot].holdsUnreadableEntry, state.slots[slot].entryRevision == .zero { continue }
                expectations[draft.key] = state.slots[slot].entryRevision
            }
            return expectations
        }
    }

    private func install(_ drafts: [any Draft]) {
        // The old values are released after the lock: the last reference may run a user's deinitializer.
        let old = state.withLock { _ in drafts.map { $0.install() } }
        withExtendedLifetime(old) {}
    }
}
