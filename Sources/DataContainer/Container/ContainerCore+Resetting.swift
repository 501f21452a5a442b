// Putting properties back to their defaults.
extension ContainerCore {
    /// Puts properties back to their defaults and removes their entries.
    ///
    /// - Parameter slots: The properties; `nil` is all saved ones.
    func reset(_ slots: [Int]? = nil) {
        let properties = state.withLock { $0.properties }
        let defaults = (slots ?? Array(properties.indices)).compactMap { slot -> (slot: Int, value: PreparedValue)? in
            guard slot < properties.count, let value = try? properties[slot].prepare(nil) else { return nil }
            return (slot, value)
        }
        // Compared before the turn is taken: `==` is a user's code.
        let present = defaults.map { $0.value.isPresent() }
        let owner = WriterTurn.Owner.current
        takeTurn(.transaction, owner)
        let (changed, _, followUp) = giveTurnBack(.transaction, owner) { state in
            var changed: [any StoredProperty] = []
            var old: [any Sendable] = []
            var followUp = FollowUp()
            for ((slot, value), isPresent) in zip(defaults, present) where slot < state.slots.count {
                if !isPresent {
                    old.append(value.install())
                    changed.append(properties[slot])
                }
                if state.noteChange(slot, .reset) { followUp.changedUnsaved = true }
            }
            arrangeCommit(&followUp, &state)
            return (changed, old, followUp)
        }
        finish(followUp)
        for property in changed { property.notify() }
    }
}
