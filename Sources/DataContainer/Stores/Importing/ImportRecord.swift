internal import Foundation

/// The entry in a new store that says which keys were imported from an old one: a sorted list in JSON.
struct ImportRecord {
    /// What the keys of such entries begin with.
    static let prefix = "DataContainer.imported:"

    let keys: Set<String>
    /// Whether there is an entry that says nothing.
    let isDamaged: Bool
    private let key: String
    private let revision: Revision

    init(_ snapshot: Snapshot, key: String) {
        self.key = key
        revision = snapshot.entries[key]?.revision ?? .zero
        switch snapshot.entries[key]?.value {
        case nil:
            keys = []
            isDamaged = snapshot.unreadable[key] != nil
        case .json(let text), .text(let text):
            // The second from a store that cannot tell the two apart.
            let list = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
            keys = Set(list ?? [])
            isDamaged = list == nil
        case .some:
            keys = []
            isDamaged = true
        }
    }

    /// Adds keys to the record, in a commit that rests on nobody else's doing so meanwhile.
    func add(_ new: some Sequence<String>, to changes: inout ChangeSet) throws(StoreError) {
        do {
            let list = try JSONEncoder().encode(keys.union(new).sorted())
            changes.updates[key] = .json(String(decoding: list, as: UTF8.self))
        } catch {
            throw StoreError(.unsupported, "The keys that are imported cannot be written down.", cause: error)
        }
        changes.expects[key] = revision
    }
}
