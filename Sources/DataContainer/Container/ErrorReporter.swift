import Dispatch

/// Hands errors to a container's `onError`.
final class ErrorReporter: Sendable {
    private let onError: (@Sendable (ContainerError) -> Void)?
    private let queue = DispatchQueue(label: "DataContainer.onError")

    init(_ onError: (@Sendable (ContainerError) -> Void)?) {
        self.onError = onError
    }

    /// Calls `onError` on this thread. No lock may be held.
    func report(_ errors: [ContainerError]) {
        guard let onError else { return }
        errors.forEach(onError)
    }

    /// Calls `onError` for what was found while the container is being made.
    ///
    /// A container is mostly made by a `static let`, and a handler that touches it there, on the thread that makes it,
    /// would wait for itself. So it runs on another thread, and the one that makes the container waits for it only a
    /// moment.
    func reportFromInitializer(_ errors: [ContainerError]) {
        guard let onError, !errors.isEmpty else { return }
        let done = DispatchSemaphore(value: 0)
        queue.async {
            errors.forEach(onError)
            done.signal()
        }
        _ = done.wait(timeout: .now() + .milliseconds(200))
    }
}
