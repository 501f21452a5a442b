// swift-format-ignore-file
// Declarations of another library, as it documents them.

// What Foundation has on Apple systems only, as much of it as this package uses. The other stubs bring it along, as the
// frameworks bring Foundation along.

@_exported import Foundation

extension NSNotification.Name {
    public static let NSExtensionHostDidEnterBackground = NSNotification.Name("")
    public static let NSExtensionHostWillEnterForeground = NSNotification.Name("")
}

extension ProcessInfo {
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        fatalError()
    }
}

extension URL {
    public static var applicationSupportDirectory: URL { fatalError() }
}

extension stat {
    public var st_mtimespec: timespec { fatalError() }
}
