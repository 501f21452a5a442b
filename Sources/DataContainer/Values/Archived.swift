public import Foundation

/// An object of a class with secure coding, as a value that a property can have and any store can hold.
///
/// ```swift
/// @DataContainer
/// final class AppState {
///     var accent: Archived<NSColor>?
/// }
///
/// state.accent = try Archived(NSColor.red)
/// let color = try state.accent?.object()
/// ```
///
/// The value is the object's archive, not the object: it is Sendable whatever the object is, and does not change when the
/// object does. In stores it is `data`, just the bytes that `NSKeyedArchiver` makes, so a property of this type reads what
/// an app saved in the days before as archived data under the same key.
///
/// Two values are equal if their archives are equal to the last bit. Archiving an equal object again can give another
/// archive (the order of a dictionary's keys is not fixed), and then counts as a change.
///
/// Only secure coding is used, and an object is of the classes that were asked for or there is none. The structure of an
/// archive is checked before Foundation reads it, since damaged ones stop the process on some systems. Therefore objects
/// that refer to one another in a circle, or lie deeper in one another than 128 levels, cannot be held, nor archives in the
/// XML form.
///
/// Foundation on other systems than Apple's needs more care: every class that occurs in the archive has to be named, also
/// those that a class of your own decodes itself; a class of your own has to be a top-level one that is not private; and
/// the process stops if an element of a dictionary refuses to be decoded.
public struct Archived<Object: NSObject & NSSecureCoding>: Sendable, Hashable {
    /// The archive.
    public let data: Data

    /// Archives an object, with secure coding. Costs what archiving costs: tens of microseconds and more.
    ///
    /// - Throws: An error when something in the object has no secure coding, or the archive could not be read again.
    public init(_ object: Object) throws {
        data = try SecureArchive.bytes(of: object)
    }

    /// Takes an archive, which is not looked at until ``object(also:)`` reads it.
    public init(data: Data) {
        self.data = data
    }

    /// The object: a new one at each call. Costs what unarchiving costs: tens of microseconds and more.
    ///
    /// - Parameter classes: The classes of what the object holds, as far as its own class does not name them in its
    ///   `init(coder:)`: those of the elements of an array, for instance. Only these and `Object`, and their subclasses,
    ///   are made.
    /// - Throws: An error that says what is wrong if the bytes are no archive, or of another class.
    public func object(also classes: [AnyClass] = []) throws -> Object {
        guard let object = try SecureArchive.object(in: data, classes: [Object.self] + classes) as? Object else {
            throw SecureArchive.Failure(description: "the archived object is no \(Object.self)")
        }
        return object
    }
}

extension Archived: DirectlyStorable {
    func stored() -> StoredValue {
        .data(data)
    }

    init(stored: StoredValue) throws(ValueError) {
        guard case .data(let data) = stored else { throw .kind(of: stored, isNot: Self.self) }
        self.init(data: data)
    }
}

extension Archived: Codable {
    /// Decodes the archive's bytes.
    public init(from decoder: any Decoder) throws {
        data = try decoder.singleValueContainer().decode(Data.self)
    }

    /// Encodes the archive's bytes. As a property's own value, it is stored as `data` without being encoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}
