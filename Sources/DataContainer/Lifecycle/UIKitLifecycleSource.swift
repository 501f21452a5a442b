#if canImport(UIKit) && !os(watchOS)
import Dispatch
import Foundation
import UIKit

/// Lifecycle events of an app on iOS, iPadOS, tvOS, visionOS or Mac Catalyst, and of an app extension.
///
/// `UIApplication.shared` does not exist in an extension, and code that names it cannot be linked into one; an app's
/// notifications bring the application object along, so nobody needs it.
/// https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification
struct UIKitLifecycleSource: LifecycleSource {
    func install(sendingTo center: LifecycleCenter) -> Bool {
        // Background and foreground stay in order there, and the main thread is never kept waiting for a disk.
        let queue = DispatchQueue(label: "DataContainer.lifecycle", qos: .userInitiated)
        let notifications = NotificationCenter.default

        // Nobody waits while a `queue: nil` observer runs but the poster: UIKit, on the main thread.
        _ = notifications.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
        ) { notification in
            BackgroundTask.run(on: queue, of: notification.object as? UIApplication) { center.send(.background) }
        }
        // Sent to extensions by their host. "If you need more time to complete critical tasks, use the methods of the
        // ProcessInfo class to request that time."
        // https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct/nsextensionhostdidenterbackground
        _ = notifications.addObserver(forName: .NSExtensionHostDidEnterBackground, object: nil, queue: nil) { _ in
            BackgroundTask.run(on: queue, of: nil) { center.send(.background) }
        }
        // The last one is no return, but the moment from which a locked phone's files can be read.
        let returns: [Notification.Name] = [
            UIApplication.willEnterForegroundNotification, .NSExtensionHostWillEnterForeground,
            UIApplication.protectedDataDidBecomeAvailableNotification,
        ]
        for name in returns {
            _ = notifications.addObserver(forName: name, object: nil, queue: nil) { _ in
                queue.async { center.send(.foreground) }
            }
        }
        // When this returns, the process is gone.
        _ = notifications.addObserver(
            forName: UIApplication.willTerminateNotification, object: nil, queue: nil
        ) { _ in
            center.send(.end)
        }
        return true
    }
}

/// Work that the system lets an app finish after it has left the foreground.
private final class BackgroundTask: Sendable {
    private let application: UIApplication
    private let identifier = Lock(UIBackgroundTaskIdentifier.invalid)

    private init(_ application: UIApplication) {
        self.application = application
    }

    /// Runs `work` on `queue`, and has the process kept running until it is done.
    static func run(
        on queue: DispatchQueue, of application: UIApplication?, _ work: @escaping @Sendable () -> Void
    ) {
        guard let application else {
            // The process is kept running while the block is. Called with true, there is no time, or no more.
            // https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
            ProcessInfo.processInfo.performExpiringActivity(withReason: "Saving changes") { isExpired in
                if !isExpired { queue.sync(execute: work) }
            }
            return
        }
        // Both functions may be called on any thread.
        // https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(withname:expirationhandler:)
        let task = BackgroundTask(application)
        let identifier = application.beginBackgroundTask(withName: "Saving changes") { task.end() }
        // Invalid: the process may not run in the background, so it has until this notification returns.
        guard identifier != .invalid else { return queue.sync(execute: work) }
        task.identifier.withLock { $0 = identifier }
        queue.async {
            work()
            task.end()
        }
    }

    /// "Failure to end the task explicitly will result in the termination of the app", so it is ended when its time is
    /// over too. What has not been saved by then is tried again when the process runs the next time.
    private func end() {
        let ended = identifier.withLock { identifier in
            defer { identifier = .invalid }
            return identifier
        }
        if ended != .invalid { application.endBackgroundTask(ended) }
    }
}
#endif
