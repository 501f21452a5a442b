// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of AppKit as this package uses.

@_exported import AppleFoundation
import Foundation

@MainActor open class NSApplication: NSObject {
    public nonisolated static let didBecomeActiveNotification = NSNotification.Name("")
    public nonisolated static let didResignActiveNotification = NSNotification.Name("")
    public nonisolated static let willTerminateNotification = NSNotification.Name("")
}

extension NSNotification.Name {
    public static let NSApplicationProtectedDataDidBecomeAvailable = NSNotification.Name("")
}

open class NSWorkspace: NSObject {
    open class var shared: NSWorkspace { fatalError() }
    open var notificationCenter: NotificationCenter { fatalError() }
    public static let willSleepNotification = NSNotification.Name("")
}
