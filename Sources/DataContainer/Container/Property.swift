/// One typed, shared value of a container.
///
/// The `@DataContainer` macro makes one for each property of the class and reads and writes it for you. Use it yourself
/// where a property is passed around: in `reset(_:)`, or through `container.properties`.
///
/// Every function may be called on any thread. Reading takes at most one short lock of this property alone: it never waits for a
/// disk, for a writer or for a user's code.
public final class Property<Value: Sendable>: Sendable {
    /// The key that the value is saved under; the property's name if it is never saved.
    public let key: String
    /// The value that the property has before one is set or loaded, and again after a reset.
    public let defaultValue: Value

    @usableFromInline let storage: ValueCell<Value>
    @usableFromInline let notifier = ChangeNotifier()
    @usableFromInline let isEqual: (@Sendable (Value, Value) -> Bool)?
    let coding: ValueCoding<Value>?

    // Set once, while the container is being made and nobody else has the property; constant afterwards. A lock would
    // be paid for on every write.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var core: ContainerCore?
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var slot: Int?

    @usableFromInline
    init(key: String, default value: Value, isEqual: (@Sendable (Value, Value) -> Bool)?) where Value: Codable {
        self.key = key
        self.defaultValue = value
        self.storage = ValueCell(value)
        self.isEqual = isEqual
        self.coding = ValueCoding()
    }

    @usableFromInline
    init(transient name: String, default value: Value, isEqual: (@Sendable (Value, Value) -> Bool)?) {
        self.key = name
        self.defaultValue = value
        self.storage = ValueCell(value)
        self.isEqual = isEqual
        self.coding = nil
    }
}

// Equality is chosen where the macro's expansion is compiled, so that `==` is called directly, without a dynamic cast.
extension Property {
    /// Makes a saved property. Setting it always counts as a change, since its values cannot be compared.
    @inlinable
    public convenience init(stored key: String, default value: Value) where Value: Codable {
        self.init(key: key, default: value, isEqual: nil)
    }

    /// Makes a saved property. Setting it to a value equal to the present one is no change.
    @inlinable
    public convenience init(stored key: String, default value: Value) where Value: Codable & Equatable {
        self.init(key: key, default: value, isEqual: { $0 == $1 })
    }

    /// Stands for a property of a type that cannot be saved, so that the compiler says what is wrong with it.
    @available(*, unavailable, message: "the type of a saved property must be 'Codable'; mark others with '@Transient'")
    public convenience init(stored key: String, default value: Value) {
        self.init(transient: key, default: value, isEqual: nil)
    }

    /// Makes a property that is never saved. Setting it always counts as a change, since its values cannot be compared.
    @inlinable
    public convenience init(transient name: String, default value: Value) {
        self.init(transient: name, default: value, isEqual: nil)
    }

    /// Makes a property that is never saved. Setting it to a value equal to the present one is no change.
    @inlinable
    public convenience init(transient name: String, default value: Value) where Value: Equatable {
        self.init(transient: name, default: value, isEqual: { $0 == $1 })
    }
}
