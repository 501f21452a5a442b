/// Where lifecycle events come from: one for each platform.
package protocol LifecycleSource: Sendable {
    /// Starts to send the platform's events to `center`, for the rest of the process's life.
    ///
    /// - Returns: Whether it did; if not, it is asked again when the next observer comes.
    func install(sendingTo center: LifecycleCenter) -> Bool
}

/// The sources that fit the platform. The one place that chooses.
///
/// macOS has two: an app there is told by AppKit, a program in a terminal by signals. An app that is told twice of its
/// end has nothing left to save the second time.
package struct PlatformLifecycleSource: LifecycleSource {
    private let sources: [any LifecycleSource]

    /// Makes the sources; installs nothing.
    package init() {
        var sources: [any LifecycleSource] = []
        #if canImport(UIKit) && !os(watchOS)
        sources.append(UIKitLifecycleSource())
        #elseif canImport(WatchKit)
        sources.append(WatchKitLifecycleSource())
        #elseif canImport(AppKit)
        sources.append(AppKitLifecycleSource())
        #endif
        #if os(macOS) || !canImport(Darwin)
        sources.append(SignalLifecycleSource())
        #endif
        self.sources = sources
    }

    package func install(sendingTo center: LifecycleCenter) -> Bool {
        sources.allSatisfy { $0.install(sendingTo: center) }
    }
}
