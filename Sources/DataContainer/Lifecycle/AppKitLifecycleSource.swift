#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Dispatch

/// Lifecycle events of an app on macOS.
///
/// A Mac app has no background in the sense of iOS: it goes on running. It is saved when the user turns to another app
/// (hiding the app does that as well) and before the machine sleeps, when it may run out of power.
struct AppKitLifecycleSource: LifecycleSource {
    func install(sendingTo center: LifecycleCenter) -> Bool {
        let queue = DispatchQueue(label: "DataContainer.lifecycle", qos: .userInitiated)
        let notifications = NotificationCenter.default
        _ = notifications.addObserver(
            forName: NSApplication.didResignActiveNotification, object: nil, queue: nil
        ) { _ in
            queue.async { center.send(.background) }
        }
        // The machine waits for the observers of this one, so it is saved before they return.
        // https://developer.apple.com/documentation/appkit/nsworkspace/willsleepnotification
        let workspace = NSWorkspace.shared.notificationCenter
        _ = workspace.addObserver(forName: NSWorkspace.willSleepNotification, object: nil, queue: nil) { _ in
            queue.sync { center.send(.background) }
        }
        let returns: [Notification.Name] = [
            NSApplication.didBecomeActiveNotification, .NSApplicationProtectedDataDidBecomeAvailable,
        ]
        for name in returns {
            _ = notifications.addObserver(forName: name, object: nil, queue: nil) { _ in
                queue.async { center.send(.foreground) }
            }
        }
        // Not posted when the system ends the app suddenly, see SuddenTermination.
        // https://developer.apple.com/documentation/appkit/nsapplication/willterminatenotification
        _ = notifications.addObserver(
            forName: NSApplication.willTerminateNotification, object: nil, queue: nil
        ) { _ in
            center.send(.end)
        }
        return true
    }
}
#endif
