// In-place mutations: `+=`, `append` and the like, which hold the writer's turn.
extension ContainerCore {
    /// Takes the writer's turn for an in-place mutation, which ends with ``endMutation(_:by:isChange:_:)``.
    ///
    /// - Returns: Whose turn it is.
    @usableFromInline
    func beginMutation(_ target: Target) -> WriterTurn.Owner {
        let owner = WriterTurn.Owner.current
        takeTurn(.property(target.identity), owner)
        return owner
    }

    /// An in-place mutation that has given its turn back, before it is known whether it has changed anything.
    @usableFromInline
    struct EndedMutation: Sendable {
        @usableFromInline var followUp = FollowUp()
        /// The saved property's slot; `nil` if there is none.
        var slot: Int?
        /// What was known of the property before.
        var before = ContainerState.Slot()
        /// The number that the change got.
        var change: UInt64 = 0
        /// Whether it is still to be decided when the change is committed.
        var needsArrangement = false
    }

    /// Puts the result of an in-place mutation in place with `install` and gives the turn back.
    ///
    /// It is noted as a change at once, so that a commit of what is changed after it contains it too.
    ///
    /// - Parameters:
    ///   - owner: What ``beginMutation(_:)`` returned.
    ///   - isChange: Whether it is certain that something has changed. Otherwise ``confirm(_:)`` or
    ///     ``takeBack(_:_:)`` follows.
    @usableFromInline
    func endMutation(
        _ target: Target, by owner: WriterTurn.Owner, isChange: Bool, _ install: () -> Void
    ) -> EndedMutation {
        giveTurnBack(.property(target.identity), owner) { state in
            install()
            var mutation = EndedMutation()
            guard let slot = target.slot, slot < state.slots.count else { return mutation }
            mutation.slot = slot
            mutation.before = state.slots[slot]
            mutation.followUp.changedUnsaved = state.noteChange(slot, .inPlace)
            mutation.change = state.change
            if isChange {
                arrangeCommit(&mutation.followUp, &state)
            } else {
                // Mostly there is nothing to take the lock again for.
                switch saving {
                case .after: mutation.needsArrangement = !state.isCommitScheduled
                case .immediately: mutation.needsArrangement = true
                case .onBackground, .manually: break
                }
            }
            return mutation
        }
    }

    /// Arranges that a mutation is committed, which has turned out to have changed something.
    @usableFromInline
    func confirm(_ mutation: borrowing EndedMutation) -> FollowUp {
        var followUp = mutation.followUp
        if mutation.needsArrangement { state.withLock { arrangeCommit(&followUp, &$0) } }
        return followUp
    }

    /// Takes a mutation back that has turned out to have changed nothing. If nobody has changed the property since,
    /// `restore` is called with the lock held.
    @usableFromInline
    func takeBack(_ mutation: EndedMutation, _ restore: () -> Void) {
        guard let slot = mutation.slot else { return }
        let isUnsaved = state.withLock { state in
            if slot < state.slots.count, state.slots[slot].pendingChange == mutation.change {
                restore()
                state.takeBackChange(slot, to: mutation.before)
            }
            return state.pendingCount > 0
        }
        // Somebody else's change, which was not the first.
        if isUnsaved, mutation.followUp.changedUnsaved { unsavedNotifier.notify() }
    }
}
