import Dispatch

// Changing memory: plain writes, and the turn that in-place mutations (`+Mutating`) and transactions hold.
extension ContainerCore {
    /// Which property is written: its identity, and the number of its slot if it is saved.
    @usableFromInline
    struct Target: Sendable {
        @usableFromInline let identity: ObjectIdentifier
        @usableFromInline let slot: Int?

        @inlinable
        init(identity: ObjectIdentifier, slot: Int?) {
            self.identity = identity
            self.slot = slot
        }
    }

    /// What is left to do when a change of the state is made and every lock and turn is released.
    @usableFromInline
    struct FollowUp: Sendable {
        var changedStatus = false
        var changedUnsaved = false
        var schedulesCommit = false
        var commitsNow = false
        var schedulesRetry = false
    }

    // MARK: Plain writes

    /// Writes a value with `install`, which is called with the lock held, as soon as no other writer has the turn.
    @usableFromInline
    func write(_ target: Target, _ install: () -> Void) -> FollowUp {
        let followUp = state.withLock { state -> FollowUp? in
            guard state.turn.isFree else { return nil }
            state.version &+= 1
            install()
            return note(.value, target, &state)
        }
        if let followUp { return followUp }
        let owner = WriterTurn.Owner.current
        takeTurn(.property(target.identity), owner)
        return giveTurnBack(.property(target.identity), owner) { state in
            install()
            return note(.value, target, &state)
        }
    }

    /// Notes that a property was set to the value that it has, and says whether that must be saved all the same.
    @usableFromInline
    func writeEqualValue(_ target: Target) -> FollowUp? {
        let purpose = WriterTurn.Purpose.property(target.identity)
        let (overlaps, followUp) = state.withLock { state -> (Bool, FollowUp?) in
            if !state.turn.isFree, state.turn.isBusy(with: purpose, by: .current) { return (true, nil) }
            guard let slot = target.slot, slot < state.slots.count, state.mustSaveEqualValue(slot) else {
                return (false, nil)
            }
            return (false, note(.value, target, &state))
        }
        // An equal value changes nothing, but it is no less a mistake: asking for the turn says so.
        if overlaps { takeTurn(purpose, .current) }
        return followUp
    }

    // MARK: After a write

    /// Does what a change left to do: saves, arranges to save, and tells observers. No lock or turn may be held.
    @usableFromInline
    func finish(_ followUp: FollowUp) {
        if followUp.commitsNow { try? commit(.process, insisting: false) }
        if followUp.schedulesCommit, case .after(let delay) = saving {
            scheduler.schedule(after: delay) { self.commitOnSchedule() }
        }
        if followUp.schedulesRetry { scheduleRetry() }
        if followUp.changedStatus { statusNotifier.notify() }
        if followUp.changedUnsaved {
            holdOffSuddenTermination()
            unsavedNotifier.notify()
        }
    }

    /// Notes a write under the lock.
    func note(_ write: ContainerState.Write, _ target: Target, _ state: inout ContainerState) -> FollowUp {
        guard let slot = target.slot, slot < state.slots.count else { return FollowUp() }
        var followUp = FollowUp()
        followUp.changedUnsaved = state.noteChange(slot, write)
        arrangeCommit(&followUp, &state)
        return followUp
    }

    /// Decides under the lock when pending changes are committed.
    func arrangeCommit(_ followUp: inout FollowUp, _ state: inout ContainerState) {
        guard state.isLoaded, state.pendingCount > 0 else { return }
        switch saving {
        case .after:
            // While the store fails, retries commit what is pending.
            if !state.isCommitScheduled, state.saveFailure == nil {
                state.isCommitScheduled = true
                followUp.schedulesCommit = true
            }
        case .immediately:
            followUp.commitsNow = true
        case .onBackground, .manually:
            break
        }
    }

    // MARK: The turn

    /// For how long a writer waits for the in-place mutation of a task, which may be suspended.
    private static var patience: DispatchTimeInterval { .seconds(2) }

    /// Takes the writer's turn, waiting for whoever has it.
    func takeTurn(_ purpose: WriterTurn.Purpose, _ owner: WriterTurn.Owner) {
        var waited: WriterTurn.Waiting?
        while true {
            switch state.withLock({ $0.turn.request(purpose, by: owner, after: waited) }) {
            case .granted:
                return
            case .wait(let waiting):
                if waiting.hasLimit {
                    _ = waiting.semaphore.wait(timeout: .now() + Self.patience)
                } else {
                    waiting.semaphore.wait()
                }
                waited = waiting
            case .overlapsItself:
                fatalError(
                    """
                    DataContainer: a property is written from inside its own in-place mutation. Two overlapping \
                    writes would lose one of them. Finish the mutation first, or work on a copy.
                    """)
            case .insideTransaction:
                fatalError(
                    """
                    DataContainer: a container is written from inside a transaction's body, but not through the \
                    transaction. Write through the body's parameter, which is rolled back if the transaction fails.
                    """)
            }
        }
    }

    /// Gives the writer's turn back, running `body` under the lock just before.
    func giveTurnBack<Result: Sendable>(
        _ purpose: WriterTurn.Purpose, _ owner: WriterTurn.Owner, _ body: (inout ContainerState) -> Result
    ) -> Result {
        let (result, ending) = state.withLock { state -> (Result?, WriterTurn.Ending) in
            let ending = state.turn.release(purpose, by: owner)
            if case .takenAway = ending { return (nil, ending) }
            state.version &+= 1
            return (body(&state), ending)
        }
        if case .held(let waiter) = ending { waiter?.signal() }
        if let result { return result }
        // The turn was taken away while this writer was suspended. It gets it again, and then has the last word. It may
        // have woken up on another thread.
        let owner = WriterTurn.Owner.current
        takeTurn(purpose, owner)
        return giveTurnBack(purpose, owner, body)
    }
}
