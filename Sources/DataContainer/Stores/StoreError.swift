/// Why a store could not be read or written.
public struct StoreError: Error, Sendable {
    /// What kind of failure it is. Code that recovers from some failures switches over this.
    public var code: Code
    /// What happened and what to do about it, for a developer or a log. Not localized.
    public var message: String
    /// The error that the system or a library gave, if there is one.
    public var cause: (any Error)?
    /// For ``Code/conflict``: the entries that moved, by key; `nil` for one that is not there any more.
    public var conflicts: [String: Entry?]

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, conflicts: [String: Entry?] = [:]
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.conflicts = conflicts
    }

    /// The error of a commit whose expectation no longer holds.
    ///
    /// - Parameter entries: The entries that moved, by key; `nil` for one that is not there any more.
    public static func conflict(_ entries: [String: Entry?]) -> StoreError {
        StoreError(
            .conflict,
            "Another writer changed \(entries.keys.sorted().joined(separator: ", ")). Read again and retry.",
            conflicts: entries)
    }
}

extension StoreError {
    /// A kind of failure. More may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's name.
        public let rawValue: String

        /// Makes a code of its name, for a store of your own.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An entry that the commit expected has another revision. Nothing was written.
        public static let conflict = Code(rawValue: "conflict")
        /// The store cannot be opened: its place does not exist, or something else lies there.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The system does not let this process read or write the store.
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        /// The store can be read but not written.
        public static let readOnly = Code(rawValue: "readOnly")
        /// The disk, or the quota, is full.
        public static let full = Code(rawValue: "full")
        /// Another process held the store for longer than a write waits.
        public static let busy = Code(rawValue: "busy")
        /// The store's content is damaged, or is not a store's at all.
        public static let damaged = Code(rawValue: "damaged")
        /// The store was written by a newer version of this package. It is left alone.
        public static let newerLayout = Code(rawValue: "newerLayout")
        /// Reading or writing failed for another reason.
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// The store cannot do what was asked of it, or cannot hold this value.
        public static let unsupported = Code(rawValue: "unsupported")
    }
}

extension StoreError: CustomStringConvertible {
    /// The code and the message, and the cause if there is one.
    public var description: String {
        if let cause {
            "\(code.rawValue): \(message) (\(cause))"
        } else {
            "\(code.rawValue): \(message)"
        }
    }
}
