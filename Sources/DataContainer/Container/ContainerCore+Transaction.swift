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
    /// The body runs on the calling thread and holds the container's writer's turn, and so does the commit: other writers
    /// wait, readers see the old values. It must write through its parameter; writing to the container itself from inside
    /// the body stops the program with a message. If somebody else has changed what the body rests on, another process or
    /// a thread that wrote while the values were encoded, the body is **run again**, so it should do nothing but compute.
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
// The order is: body, encoding, commit, memory. What cannot be committed never shows in memory, so a transaction that
// throws has done nothing at all.
//
// Values are compared and encoded, which is a user's code, when the turn has been given back. It is taken again for the
// commit, and if anything has changed in between, the body runs again. Where writers come thick and fast that could go on
// for ever, so after some attempts the turn is kept.
extension ContainerCore {
    /// How often a body is run when others keep changing what it reads, before the transaction fails.
    private static let transactionAttempts = 1000
    /// How many of these give the turn back while values are encoded.
    private static let yieldingAttempts = 8

    func transaction<Result>(_ body: () throws -> (Result, [any Draft])) throws -> Result {
        if !state.withLock({ $0.isLoaded }) { try load() }
        var attempt = 1
        while true {
            do {
                return try attemptTransaction(yielding: attempt <= Self.yieldingAttempts, body)
            } catch let error as StoreError where error.code == .conflict && attempt < Self.transactionAttempts {
                let slots = state.withLock { state in
                    state.properties.indices.filter { error.conflicts.keys.contains(state.properties[$0].key) }
                }
                if !slots.isEmpty { try load(slots: slots) }
                // Two writers that keep meeting come apart by waiting for different times.
                Thread.sleep(forTimeInterval: .random(in: 0...0.000_1) * Double(min(attempt, 20)))
                attempt += 1
            }
        }
    }

    private func attemptTransaction<Result>(
        yielding: Bool, _ body: () throws -> (Result, [any Draft])
    ) throws -> Result {
        var aftermath = Aftermath()
        var changed: [any Draft] = []
        var holdsTurn = true
        let owner = WriterTurn.Owner.current
        takeTurn(.transaction, owner)
        // Runs whichever way this ends: with an error in any of its steps, or well.
        defer {
            if holdsTurn { giveTurnBack(.transaction, owner) { _ in } }
            settle(aftermath)
            for draft in changed { draft.notify() }
        }
        let (result, drafts) = try body()
        var version: UInt64?
        if yielding {
            version = giveTurnBack(.transaction, owner) { $0.version }
            holdsTurn = false
        }
        let step = try encode(drafts, &aftermath)
        if let version {
            takeTurn(.transaction, owner)
            holdsTurn = true
            guard state.withLock({ $0.version == version }) else { throw StoreError.conflict([:]) }
        }
        try commit(step, &aftermath)
        changed = step.changed
        return result
    }

    /// What a transaction's body has done, ready to be committed.
    private struct TransactionStep {
        var changed: [any Draft] = []
        var read: [any Draft] = []
        var changes: [PendingChange] = []
        /// What was pending before.
        var earlier: [PendingChange] = []
    }

    private func encode(_ drafts: [any Draft], _ aftermath: inout Aftermath) throws -> TransactionStep {
        var step = TransactionStep(changed: drafts.filter(\.isChanged), read: drafts.filter(\.isRead))
        for draft in step.changed {
            guard let slot = draft.slot else { continue }
            step.changes.append(PendingChange(slot: slot, key: draft.key, change: nil, value: try draft.encode()))
        }
        guard !step.changes.isEmpty else { return step }
        let written = Set(step.changes.map(\.slot))
        let batch = encodePending(insisting: false)
        aftermath.errors = batch.news
        step.earlier = batch.changes.filter { !written.contains($0.slot) }
        return step
    }

    /// Commits a transaction's changes together with what was pending before, then puts them into memory.
    private func commit(_ step: TransactionStep, _ aftermath: inout Aftermath) throws {
        guard !step.changes.isEmpty else { return install(step.changed) }
        guard case .entered = commitTurn.enter() else {
            throw StoreError(.busy, "A transaction cannot run inside a commit of its own container's store.")
        }
        defer { commitTurn.leave() }
        guard let wanted = stillWanted(step.earlier) else {
            throw StoreError(.busy, "The container has ended, or its store has not been read.")
        }
        do throws(StoreError) {
            let set = changeSet(wanted + step.changes, expects: expectations(of: step.read))
            let revision = try store.commit(set, durability: .power)
            noteSaved(step.changes + wanted, revision, &aftermath)
            install(step.changed)
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
