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
        let owner = WriterTurn.Owner.current
        takeTurn(.transaction, owner)
        let (replaced, followUp) = giveTurnBack(.transaction, owner) { state in
            var replaced: [(property: any StoredProperty, old: ReplacedValue)] = []
            var followUp = FollowUp()
            for (slot, value) in defaults where slot < state.slots.count {
                replaced.append((properties[slot], value.install()))
                if state.noteChange(slot, .reset) { followUp.changedUnsaved = true }
            }
            arrangeCommit(&followUp, &state)
            return (replaced, followUp)
        }
        finish(followUp)
        for (property, old) in replaced where !old.isEqual() { property.notify() }
    }
}
