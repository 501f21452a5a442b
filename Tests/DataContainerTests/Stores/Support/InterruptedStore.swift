import DataContainer

@testable import struct DataContainer.Lock

/// A store after whose next load somebody else comes first: what the load has found may then have changed.
struct InterruptedStore<Base: Store>: Store {
    let base: Base
    private let interruption: Interruption

    private final class Interruption: Sendable {
        let body: Lock<(@Sendable () throws -> Void)?>

        init(_ body: @escaping @Sendable () throws -> Void) {
            self.body = Lock(body)
        }
    }

    init(_ base: Base, afterLoad body: @escaping @Sendable () throws -> Void) {
        self.base = base
        interruption = Interruption(body)
    }

    func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        let snapshot = try base.load(keys)
        let body = interruption.body.withLock { body in
            defer { body = nil }
            return body
        }
        do {
            try body?()
        } catch {
            throw StoreError(.inputOutput, "The interruption failed.", cause: error)
        }
        return snapshot
    }

    func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        try base.commit(changes, durability: durability)
    }
}
