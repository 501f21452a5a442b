import DataContainer
import Foundation

/// The entries that a store is filled with beside those that a benchmark uses: integers.
enum Entries {
    static func key(_ number: Int) -> String {
        "other-\(number)"
    }

    /// A store of this package with so many entries.
    static func fill(_ store: some Store, _ count: Int) throws {
        var updates: [String: StoredValue] = [:]
        for number in 0..<count {
            updates[key(number)] = .integer(Int64(number))
        }
        _ = try store.commit(ChangeSet(updates: updates), durability: .power)
    }
}
