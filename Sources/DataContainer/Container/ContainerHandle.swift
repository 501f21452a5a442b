/// What a container holds on to its core with. The `@DataContainer` macro makes and keeps it; nobody else needs it.
///
/// When the container goes away, so does its handle, and what is pending is saved then, unless the policy is
/// ``SavingPolicy/manually``.
public final class ContainerHandle: Sendable {
    let core: ContainerCore
    private let relay: LifecycleRelay?

    /// Makes the core of a container. The properties follow with ``register(_:)``, then ``start()``.
    public init(
        store: any Store, saving: SavingPolicy, lifecycle: Lifecycle,
        onError: (@Sendable (ContainerError) -> Void)?
    ) {
        core = ContainerCore(
            store: store, saving: saving, onError: onError, scheduler: SchedulerChoice.current ?? QueueScheduler())
        relay = lifecycle == .automatic ? LifecycleRelay(core) : nil
    }

    /// Adds a property. Called while the container is being made, before anybody else has the property.
    public func register<Value>(_ property: Property<Value>) {
        property.core = core
        if property.coding != nil {
            property.slot = core.register(property)
        }
    }

    /// Loads the saved values and begins to listen for lifecycle events. Never throws: what fails becomes the
    /// container's status and is reported.
    public func start() {
        core.start()
        if let relay { LifecycleCenter.shared.add(relay) }
    }

    deinit {
        if let relay { LifecycleCenter.shared.remove(relay) }
        core.end()
    }
}
