public import DataContainer

/// The contract of ``DataContainer/Store`` as a table of rules that any store can be checked against.
///
/// With Swift Testing, one test checks them all and names the one that is broken:
///
/// ```swift
/// @Test(arguments: StoreContract.rules)
/// func contract(_ rule: StoreContract.Rule) throws {
///     try rule.check { MyStore(at: aNewPlace()) }
/// }
/// ```
///
/// This library does not import Testing, so a rule can be checked anywhere: it throws a ``Violation``.
public enum StoreContract {
    /// Every rule.
    public static let rules: [Rule] =
        contentRules + exactnessRules + revisionRules + expectationRules + threadRules + placeRules + observationRules

    /// One promise of the contract, and the way to find out whether a store keeps it.
    public struct Rule: Sendable, CustomStringConvertible {
        /// The rule's name, in a few words.
        public let name: String
        /// The promise, in a sentence.
        public let promise: String
        private let body: @Sendable (Fixture) throws -> Void

        init(_ name: String, _ promise: String, _ body: @escaping @Sendable (Fixture) throws -> Void) {
            self.name = name
            self.promise = promise
            self.body = body
        }

        /// The rule's name.
        public var description: String {
            name
        }

        /// Checks a store.
        ///
        /// - Parameters:
        ///   - makeStore: Makes a store that is empty and shares its place with no other. Called once or more.
        ///   - again: Makes another store in the place of the given one. Leave it out for a store that has no place,
        ///     such as one in memory; the rules about opening a place again then have nothing to check.
        ///   - patience: How many seconds to wait for a report of a change, for a store that can observe.
        /// - Throws: A ``Violation`` if the store breaks the rule, an error of the store's if it fails, and whatever
        ///   the closures throw.
        public func check<Checked: Store>(
            _ makeStore: () throws -> Checked, again: ((Checked) throws -> any Store)? = nil, patience: Double = 10
        ) throws {
            try withoutActuallyEscaping(makeStore) { makeStore in
                try body(
                    Fixture(rule: name, promise: promise, patience: patience) {
                        let store = try makeStore()
                        return (store, again.map { again in { try again(store) } })
                    })
            }
        }
    }

    /// A broken promise.
    public struct Violation: Error, CustomStringConvertible {
        /// The name of the rule.
        public let rule: String
        /// The promise.
        public let promise: String
        /// What was seen instead.
        public let found: String

        /// The rule, the promise and what was seen instead.
        public var description: String {
            "The store breaks the rule '\(rule)': \(promise) Found: \(found)"
        }
    }
}

/// What a rule works with.
struct Fixture {
    let rule: String
    let promise: String
    let patience: Double
    let make: () throws -> (any Store, again: (() throws -> any Store)?)

    /// An empty store.
    func store() throws -> any Store {
        try make().0
    }

    /// - Throws: A violation that says what was found, unless `isKept`.
    func require(_ isKept: Bool, _ found: @autoclosure () -> String) throws {
        if !isKept {
            throw StoreContract.Violation(rule: rule, promise: promise, found: found())
        }
    }

    /// Requires that the store holds these values under these keys and no others.
    func require(_ store: any Store, holds values: [String: StoredValue]) throws {
        try require(try store.load(nil), is: values, asked: "everything")
    }

    func require(_ snapshot: Snapshot, is values: [String: StoredValue], asked: String) throws {
        for (key, error) in snapshot.unreadable {
            try require(false, "asked for \(asked), the entry '\(key)' could not be read: \(error)")
        }
        let found = snapshot.entries.mapValues(\.value)
        try require(found == values, "asked for \(asked), \(found) instead of \(values)")
    }

    /// Requires that `body` throws a store's error, and returns it.
    func requireFailure(_ what: String, _ body: () throws -> Void) throws -> StoreError {
        do {
            try body()
        } catch let error as StoreError {
            return error
        }
        throw StoreContract.Violation(rule: rule, promise: promise, found: "\(what) did not throw")
    }
}

extension Store {
    /// Sets values in one commit.
    @discardableResult
    func set(_ values: [String: StoredValue], durability: Durability = .process) throws(StoreError) -> Revision {
        try commit(ChangeSet(updates: values), durability: durability)
    }

    /// Removes entries in one commit.
    @discardableResult
    func remove(_ keys: Set<String>) throws(StoreError) -> Revision {
        try commit(ChangeSet(removals: keys), durability: .process)
    }
}
