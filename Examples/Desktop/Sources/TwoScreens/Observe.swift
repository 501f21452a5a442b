import Observation
import Widgets

/// Runs `update` now, and again on the main loop whenever something has changed that it read the last time.
///
/// The change may have come from any thread, and through the store from another process.
@MainActor
func observe(_ update: @escaping @MainActor () -> Void) {
    withObservationTracking {
        update()
    } onChange: {
        onMainLoop { observe(update) }
    }
}
