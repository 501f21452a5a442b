internal import Foundation

/// Who sees to it that an archive holds only classes with secure coding that were asked for.
///
/// Foundation does on Apple systems. Elsewhere it stops the process when it meets another class, so there it is asked not
/// to look, and every class in the archive is looked at beforehand.
enum SecureArchivePlatform {
    #if canImport(Darwin)
    static let isCheckedByFoundation = true

    static func objection(to name: String, classes: [AnyClass]?) -> String? {
        nil
    }
    #else
    static let isCheckedByFoundation = false

    /// What speaks against a class of this name; `nil` if nothing does.
    ///
    /// - Parameter classes: Those that may be, with their subclasses; `nil` is every one with secure coding.
    static func objection(to name: String, classes: [AnyClass]?) -> String? {
        guard let found = NSClassFromString(name) else { return "is no class of this program" }
        guard (found as? any NSSecureCoding.Type)?.supportsSecureCoding == true else { return "has no secure coding" }
        guard let classes else { return nil }
        let type = found as? NSObject.Type
        if classes.contains(where: { type?.isSubclass(of: $0) ?? false }) { return nil }
        return "is none of the classes that were asked for"
    }
    #endif

    static func bytes(of object: some NSObject & NSSecureCoding) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: isCheckedByFoundation)
    }
}
