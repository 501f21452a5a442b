/// A write to a property that has `willSet` or `didSet`: what the macro's expansion of such a property goes through.
///
/// An in-place mutation holds the container's writer's turn until ``end(willSet:didSet:)``; the assignment of a new value
/// is a plain write, which takes it only where others would.
public struct ObservedMutation<Value: Sendable> {
    /// The value as it will be when the mutation ends.
    public var value: Value
    let property: Property<Value>
    let isAssignment: Bool
    let owner: WriterTurn.Owner?

    init(_ property: Property<Value>) {
        self.property = property
        isAssignment = property.endAssignment()
        owner = isAssignment ? nil : property.core?.beginMutation(property.target)
        value = property.storage.load()
    }

    /// Stores the value and gives the turn back.
    ///
    /// As in any Swift property, observers run on every write, also one of an equal value, and a write to the property
    /// from inside its own observer does not run them again.
    ///
    /// - Parameters:
    ///   - willSet: Called with the new value before it is stored, on this thread; inside the writer's turn if this is an
    ///     in-place mutation.
    ///   - didSet: Called with the old value after the new one is stored, on this thread, after the turn.
    public mutating func end(willSet: (Value) -> Void, didSet: (Value) -> Void) {
        let oldValue = property.storage.load()
        let runsObservers = property.enterObservers()
        defer { if runsObservers { property.leaveObservers() } }
        if runsObservers { willSet(value) }
        if isAssignment { property.set(value) } else { property.endMutation(value, by: owner) }
        if runsObservers { didSet(oldValue) }
    }
}

extension Property {
    /// Begins a write that runs observers. Waits for the container's writer's turn, unless it follows
    /// ``beginAssignment()``.
    public func observedMutation() -> ObservedMutation<Value> {
        ObservedMutation(self)
    }

    /// Says that the next ``observedMutation()`` on this thread replaces the value, whatever it was.
    public func beginAssignment() {
        let place = ObservedWrites.Place(self)
        observedWrites.withLock { $0.assignments.append(place) }
    }

    /// Assigns to the variable of the property, through its accessor for changes in place.
    public func assign(_ newValue: Value, to variable: inout Value) {
        variable = newValue
    }

    /// Whether ``beginAssignment()`` was called on this thread, for this time.
    func endAssignment() -> Bool {
        let place = ObservedWrites.Place(self)
        return observedWrites.withLock { writes in
            guard let index = writes.assignments.lastIndex(of: place) else { return false }
            writes.assignments.remove(at: index)
            return true
        }
    }
}

// A write to a property from inside its own observer does not run the observers again.
extension Property {
    /// Returns whether this thread may run the observers; if so, it must call ``leaveObservers()`` afterwards.
    func enterObservers() -> Bool {
        let place = ObservedWrites.Place(self)
        return observedWrites.withLock { writes in
            if writes.observers.contains(place) { return false }
            writes.observers.append(place)
            return true
        }
    }

    func leaveObservers() {
        let place = ObservedWrites.Place(self)
        observedWrites.withLock { $0.observers.removeAll { $0 == place } }
    }
}

/// The writes to properties with observers that are going on: a handful, so one list serves every property.
private let observedWrites = Lock(ObservedWrites())

private struct ObservedWrites: Sendable {
    /// A property, and a thread that writes to it.
    struct Place: Sendable, Equatable {
        var property: ObjectIdentifier
        var thread = currentThread

        init(_ property: AnyObject) {
            self.property = ObjectIdentifier(property)
        }
    }

    /// Assignments that have been announced.
    var assignments: [Place] = []
    /// Observers that run.
    var observers: [Place] = []
}
