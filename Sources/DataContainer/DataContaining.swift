public import Observation

/// A container: a shared, typed object that holds an app's state, and saves and restores it by itself.
///
/// The `@DataContainer` macro makes a class conform; do not conform by hand. Every function may be called on any thread.
public protocol DataContaining: AnyObject, Observable, Sendable {
    /// The container's properties as objects: one ``Property`` for each, under the property's name.
    associatedtype Properties: Sendable

    /// The container's properties as objects, for what needs a property rather than its value.
    var properties: Properties { get }

    /// What the macro keeps the container's core in.
    var _handle: ContainerHandle { get }
}

extension DataContaining {
    /// Commits all that is pending. When it returns, the changes survive a power cut.
    ///
    /// Waits for the disk, some milliseconds as a rule. If the store has never been read, reading it is tried first.
    ///
    /// - Throws: A ``StoreError`` if the store cannot be read or written; a ``ContainerError`` with
    ///   ``ContainerError/Code/cannotEncode`` for the first value that cannot be encoded, when every other change has been
    ///   saved. What was not saved stays pending.
    public func save() throws {
        try _handle.core.commit(.power, insisting: true)
    }

    /// Takes over what the store holds, except where a change is pending. A property without an entry takes its default.
    ///
    /// - Throws: A ``StoreError`` if the store cannot be read. Nothing has changed then.
    public func reload() throws {
        try _handle.core.load()
    }

    /// Puts every saved property back to its default and removes its entry. Transient ones keep their values.
    public func reset() {
        _handle.core.reset()
    }

    /// Puts one property back to its default and removes its entry.
    public func reset<Value>(_ property: KeyPath<Properties, Property<Value>>) {
        properties[keyPath: property].reset()
    }

    /// Whether there are changes in memory that no commit has saved yet. Observable.
    public var hasUnsavedChanges: Bool {
        _handle.core.hasUnsavedChanges
    }

    /// How the container stands with its store. Observable.
    public var status: ContainerStatus {
        _handle.core.status
    }
}

extension Property {
    /// Puts the property back to its default and removes its entry.
    public func reset() {
        if let core, let slot {
            core.reset([slot])
        } else {
            set(defaultValue)
        }
    }
}
