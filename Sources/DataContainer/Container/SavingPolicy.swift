/// When a container's pending changes are committed to its store.
///
/// Whatever the policy, `save()` commits at once, and so does a transaction. Automatic commits survive the death of the
/// process (``Durability/process``); those of `save()`, transactions and lifecycle events survive a power cut
/// (``Durability/power``).
public enum SavingPolicy: Sendable, Hashable {
    /// In batches, this long after the first pending change, and at lifecycle events.
    case after(Duration)
    /// Before the setter returns. A setter then costs a commit: some microseconds with SQLite.
    case immediately
    /// At lifecycle events only: when the app enters the background and when it ends. What was changed since then is
    /// lost if the app crashes.
    case onBackground
    /// Never but in `save()` and transactions.
    case manually

    /// In batches, 10 milliseconds after the first pending change.
    public static let automatic = SavingPolicy.after(.milliseconds(10))
}
