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
            return storage.withLock { $0 }
        }
        set {
            set(newValue)
        }
        _modify {
            core?.beginMutation(target)
            var value = storage.withLock { $0 }
            // Deferred, so that it happens too when the mutation throws.
            defer { endMutation(value) }
            yield &value
        }
    }

    @inlinable
    var target: ContainerCore.Target {
        ContainerCore.Target(identity: ObjectIdentifier(self), slot: slot)
    }

    @inlinable
    func set(_ newValue: Value) {
        if let isEqual, isEqual(storage.withLock { $0 }, newValue) {
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

    @inlinable
    func endMutation(_ newValue: Value) {
        let changed = !(isEqual?(storage.withLock { $0 }, newValue) ?? false)
        var value = newValue
        if let core {
            let followUp = core.endMutation(target, changed: changed) {
                storage.withLock { swap(&$0, &value) }
            }
            core.finish(followUp)
        } else if changed {
            storage.withLock { swap(&$0, &value) }
        }
        if changed { notifier.notify() }
    }
}

extension Property: StoredProperty where Value: Sendable {
    var typeName: String { String(describing: Value.self) }

    func capture() -> CapturedValue {
        let value = storage.withLock { $0 }
        return CapturedValue { [coding, defaultValue] in
            try coding?.encode(value, default: defaultValue)
        }
    }

    func prepare(_ stored: StoredValue?) throws -> PreparedValue {
        guard let stored, let coding else { return prepare(defaultValue) }
        return prepare(try coding.decode(stored))
    }

    func prepare(_ value: Value) -> PreparedValue {
        PreparedValue(
            isPresent: { self.isEqual?(self.storage.withLock { $0 }, value) ?? false },
            install: {
                var value = value
                self.storage.withLock { swap(&$0, &value) }
                return value
            })
    }

    func notify() {
        notifier.notify()
    }
}
