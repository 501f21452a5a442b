// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of WatchKit as this package uses.

@_exported import AppleFoundation
import Foundation

@MainActor open class WKApplication: NSObject {
    public static let didEnterBackgroundNotification = NSNotification.Name("")
    public static let willEnterForegroundNotification = NSNotification.Name("")
    public static let willResignActiveNotification = NSNotification.Name("")
}
