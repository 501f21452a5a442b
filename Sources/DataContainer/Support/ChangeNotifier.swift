public import Observation

/// Tells observers of one value, through the Observation framework, that it is read and that it changed.
///
/// Each value has a registrar of its own, so what is observed is one key path of an empty type. A key path on a
/// container's class would have to be formed with that class's isolation, and one on a generic class costs
/// microseconds to form.
@usableFromInline
struct ChangeNotifier: Sendable {
    @usableFromInline
    struct Marker: Observable, Sendable {
        @usableFromInline var value: Void {
            @inlinable get { () }
        }
        @inlinable
        init() {}
    }

    @usableFromInline let registrar = ObservationRegistrar()
    // Kept, because a literal is looked up and retained at each use.
    @usableFromInline let keyPath: any KeyPath<Marker, Void> & Sendable = \Marker.value

    @usableFromInline
    init() {}

    /// Notes that the value is read, for whoever tracks reads on this thread.
    @inlinable
    func access() {
        registrar.access(Marker(), keyPath: keyPath)
    }

    /// Tells the observers that the value has changed.
    ///
    /// Called after the change, unlike a `willSet`: an observer that reads the value again at once, on another thread
    /// or on this one, gets the new value. Told before, it could miss the change for good. No lock may be held.
    @inlinable
    func notify() {
        registrar.willSet(Marker(), keyPath: keyPath)
        registrar.didSet(Marker(), keyPath: keyPath)
    }
}
