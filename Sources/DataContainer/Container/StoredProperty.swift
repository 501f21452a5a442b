/// A saved property as its container's core sees it: without its type.
///
/// A protocol of closures that are already bound to a value, so that encoding and comparing, which run a user's code,
/// happen outside the core's locks.
protocol StoredProperty: AnyObject, Sendable {
    var key: String { get }
    var typeName: String { get }

    /// The value at this moment, ready to be encoded later. Called with the core's lock held.
    func capture() -> CapturedValue

    /// The value that `stored` stands for (`nil`: the default), ready to be put in place.
    ///
    /// - Throws: A ``ValueError`` when `stored` is no value of the property's type.
    func prepare(_ stored: StoredValue?) throws -> PreparedValue

    /// Tells the property's observers that it has changed. No lock may be held.
    func notify()
}

/// A value taken out of a property to be saved.
struct CapturedValue: Sendable {
    /// Encodes the value; `nil` means that it is saved as no entry. Runs a user's code.
    let encode: @Sendable () throws -> StoredValue?
}

/// A value that is about to be put into a property.
struct PreparedValue: Sendable {
    /// Puts it in place. Called with the core's lock held.
    let install: @Sendable () -> ReplacedValue
}

/// What another value has been put in the place of. It is kept until the lock is released: the last reference to a value
/// may run a user's deinitializer.
///
/// Compared afterwards rather than before: what is in the property when the lock is taken may be another value than the
/// one that was compared.
struct ReplacedValue: Sendable {
    /// Whether it equals the value that took its place. Runs a user's code.
    let isEqual: @Sendable () -> Bool
}
