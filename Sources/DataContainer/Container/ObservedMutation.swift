/// A write to a property that has `willSet` or `didSet`: what the macro's expansion of such a property goes through.
///
/// It holds the container's writer's turn until ``end(willSet:didSet:)``.
public struct ObservedMutation<Value: Sendable> {
    /// The value as it will be when the mutation ends.
    public var value: Value
    let property: Property<Value>

    init(_ property: Property<Value>) {
        self.property = property
        property.core?.beginMutation(property.target)
        value = property.storage.withLock { $0 }
    }

    /// Stores the value and gives the turn back.
    ///
    /// As in any Swift property, observers run on every write, also one of an equal value, and a write to the property
    /// from inside its own observer does not run them again.
    ///
    /// - Parameters:
    ///   - willSet: Called with the new value before it is stored, on this thread, inside the writer's turn.
    ///   - didSet: Called with the old value after the new one is stored, on this thread, after the turn.
    public mutating func end(willSet: (Value) -> Void, didSet: (Value) -> Void) {
        let oldValue = property.storage.withLock { $0 }
        let runsObservers = property.enterObservers()
        defer { if runsObservers { property.leaveObservers() } }
        if runsObservers { willSet(value) }
        property.endMutation(value)
        if runsObservers { didSet(oldValue) }
    }
}

extension Property {
    /// Begins a write that runs observers. Waits for the container's writer's turn.
    public func observedMutation() -> ObservedMutation<Value> {
        ObservedMutation(self)
    }
}

// A write to a property from inside its own observer does not run the observers again.
extension Property {
    /// Returns whether this thread may run the observers; if so, it must call ``leaveObservers()`` afterwards.
    func enterObservers() -> Bool {
        let thread = currentThread
        return observerThreads.withLock { threads in
            if threads.contains(thread) { return false }
            threads.append(thread)
            return true
        }
    }

    func leaveObservers() {
        let thread = currentThread
        observerThreads.withLock { $0.removeAll { $0 == thread } }
    }
}
