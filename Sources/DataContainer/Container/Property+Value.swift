extension Property {
    /// The value. Reading and writing it is seen by observers like the container's own property.
    ///
    /// Setting a value equal to the present one changes nothing and tells nobody. Changing the value in place
    /// (`value += 1`, `value.append(x)`) holds the container's one writer's turn from reading the old value to storing
    /// the new one, so nothing is lost between threads; other writers wait, readers see the old value. It copies a
    /// copy-on-write value once.
    @inlinable
    public var value: Value {
        get {
            notifier.access()
            return storage.load()
        }
        set {
            set(newValue)
        }
        _modify {
            let owner = core?.beginMutation(target)
            var value = storage.load()
            // Deferred, so that it happens too when the mutation throws.
            defer { endMutation(value, by: owner) }
            yield &value
        }
    }

    @inlinable
    var target: ContainerCore.Target {
        ContainerCore.Target(identity: ObjectIdentifier(self), slot: slot)
    }

    @inlinable
    func set(_ newValue: Value) {
        if let isEqual, isEqual(storage.load(), newValue) {
            if let core, let followUp = core.writeEqualValue(target) { core.finish(followUp) }
            return
        }
        // The old value leaves the lock alive: its last reference may run a user's deinitializer.
        var value = newValue
        guard let core else {
            storage.withLock { swap(&$0, &value) }
            return notifier.notify()
        }
        let followUp = core.write(target) { storage.withLock { swap(&$0, &value) } }
        core.finish(followUp)
        notifier.notify()
    }

    /// - Parameter owner: Who has the writer's turn; `nil` for a property without a container.
    @inlinable
    func endMutation(_ newValue: Value, by owner: WriterTurn.Owner?) {
        var value = newValue
        guard let core, let owner else {
            storage.withLock { swap(&$0, &value) }
            if let isEqual, isEqual(value, newValue) { return }
            return notifier.notify()
        }
        let mutation = core.endMutation(target, by: owner, isChange: isEqual == nil) {
            storage.withLock { swap(&$0, &value) }
        }
        // Compared when the turn has been given back: `==` is a user's code.
        if let isEqual {
            if isEqual(value, newValue) {
                return core.takeBack(mutation) { storage.withLock { swap(&$0, &value) } }
            }
            core.finish(core.confirm(mutation))
        } else {
            core.finish(mutation.followUp)
        }
        notifier.notify()
    }
}

extension Property: StoredProperty where Value: Sendable {
    var typeName: String { String(describing: Value.self) }

    func capture() -> CapturedValue {
        let value = storage.load()
        return CapturedValue { [coding, defaultValue] in
            try coding?.encode(value, default: defaultValue)
        }
    }

    func prepare(_ stored: StoredValue?) throws -> PreparedValue {
        guard let stored, let coding else { return prepare(defaultValue) }
        return prepare(try coding.decode(stored))
    }

    func prepare(_ value: Value) -> PreparedValue {
        PreparedValue {
            let old = self.storage.withLock { present in
                let old = present
                present = value
                return old
            }
            return ReplacedValue { self.isEqual?(old, value) ?? false }
        }
    }

    /// Whether the property's value equals this one. Runs a user's code.
    func holds(_ value: Value) -> Bool {
        isEqual?(storage.load(), value) ?? false
    }

    func notify() {
        notifier.notify()
    }
}
