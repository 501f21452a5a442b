/// What a store tells beside its entries: that something was damaged, and what became of it.
public struct StoreNotice: Sendable, Hashable {
    /// The key of the entry that it is about; `nil` if it is about the whole store.
    public var key: String?
    /// What was found, what was kept and from where, what was not, and where the damaged data is now; for a developer or
    /// a log. Not localized.
    public var message: String

    /// Makes a notice.
    public init(key: String? = nil, _ message: String) {
        self.key = key
        self.message = message
    }
}
