import Observation

/// What an app that saves nothing would write. It is not safe to use from several threads.
///
/// Unchecked, because the benchmark on several threads only reads it.
@Observable
final class ObservableState: @unchecked Sendable {
    var int = 0
    var text = Texts.first
    var profile = Profile()
    var items: [Int] = []
}
