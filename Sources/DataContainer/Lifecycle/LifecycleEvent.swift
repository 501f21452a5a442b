/// What happens to the app as a whole.
package enum LifecycleEvent: Sendable, Hashable {
    /// The app left the foreground; it may be stopped or killed without another word.
    case background
    /// The app is back, or something that kept stores from being read is over.
    case foreground
    /// The app is about to end. It may live on all the same, if the program took the signal over.
    case end
}

/// Somebody who saves when an event comes.
package protocol LifecycleObserver: AnyObject, Sendable {
    /// Deals with an event; after `background` and `end`, returns when everything is saved.
    ///
    /// Called on a thread of the center's, one event at a time, with no lock held, while the event's sender waits. An
    /// observer has to bound its own waiting (some 5 s): after `LifecycleCenter.limit` the sender goes on without it.
    /// Calls overlap only if an earlier one overran that limit, or if an observer itself ends the process.
    func handle(_ event: LifecycleEvent)
}
