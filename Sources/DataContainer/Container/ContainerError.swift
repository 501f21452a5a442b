/// Something that went wrong between a container and its store, reported to the container's `onError`.
///
/// Nothing is lost when one is reported: the message says what the container did instead and what can be done.
public struct ContainerError: Error, Sendable {
    /// What kind of fault it is.
    public var code: Code
    /// The key of the entry that it is about, if it is about one.
    public var key: String?
    /// What happened, what the container did, and what to do about it; for a developer or a log. Not localized.
    public var message: String
    /// The Swift type that the property has, for ``Code/typeMismatch`` and ``Code/cannotEncode``.
    public var expectedType: String?
    /// What was found instead, for ``Code/typeMismatch``: the kind of stored value, and its beginning.
    public var found: String?
    /// The store's or the coder's error behind it, if there is one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code, key: String? = nil, _ message: String, expectedType: String? = nil, found: String? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.key = key
        self.message = message
        self.expectedType = expectedType
        self.found = found
        self.cause = cause
    }
}

extension ContainerError {
    /// A kind of fault. More may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The store could not be read. See ``ContainerStatus/waitingForStore(_:)``.
        public static let cannotLoad = Code(rawValue: "cannotLoad")
        /// The store could not be written. See ``ContainerStatus/saveFailing(_:)``.
        public static let cannotSave = Code(rawValue: "cannotSave")
        /// A saved value is not of its property's type. The property keeps its value, and the entry stays as it is
        /// until the property is set.
        public static let typeMismatch = Code(rawValue: "typeMismatch")
        /// A value could not be encoded. It stays in memory and pending; the entry keeps the value saved before.
        public static let cannotEncode = Code(rawValue: "cannotEncode")
        /// An entry is damaged. The property keeps its value, and the entry stays as it is until the property is set.
        public static let damagedEntry = Code(rawValue: "damagedEntry")
        /// The store was damaged, and what could be saved was: the message says what was kept, from where, and what was not.
        public static let recovered = Code(rawValue: "recovered")
        /// A property was changed in place before the store could be read, so on top of a default that was never the
        /// saved value. The saved value was taken, and the change was given up.
        public static let changeGivenUp = Code(rawValue: "changeGivenUp")
    }
}

extension ContainerError: CustomStringConvertible {
    /// The code, the key and the message, and the cause if the message does not tell it already.
    public var description: String {
        let subject = key.map { " '\($0)'" } ?? ""
        let reason = cause.map { $0 is StoreError ? "" : " (\($0))" } ?? ""
        return "\(code.rawValue)\(subject): \(message)\(reason)"
    }
}
