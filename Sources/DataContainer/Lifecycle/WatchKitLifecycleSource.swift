#if canImport(WatchKit) && !os(iOS)
import Dispatch
import Foundation
import WatchKit

/// Lifecycle events of an app on watchOS, and of an app extension there.
struct WatchKitLifecycleSource: LifecycleSource {
    func install(sendingTo center: LifecycleCenter) -> Bool {
        // The names are isolated to the main actor.
        Task { @MainActor in
            let queue = DispatchQueue(label: "DataContainer.lifecycle", qos: .userInitiated)
            // A watch app is seldom told more than that it resigns: it is saved then, and again in the background.
            let departures: [Notification.Name] = [
                WKApplication.willResignActiveNotification, WKApplication.didEnterBackgroundNotification,
                .NSExtensionHostDidEnterBackground,
            ]
            for name in departures {
                _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    // The process is kept running while the block is. Called with true, there is no time, or no more.
                    // https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
                    ProcessInfo.processInfo.performExpiringActivity(withReason: "Saving changes") { isExpired in
                        if !isExpired { queue.sync { center.send(.background) } }
                    }
                }
            }
            let returns: [Notification.Name] = [
                WKApplication.willEnterForegroundNotification, .NSExtensionHostWillEnterForeground,
            ]
            for name in returns {
                _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    queue.async { center.send(.foreground) }
                }
            }
        }
        return true
    }
}
#endif
