import DataContainer

/// The state that the pages share, and that outlives a launch.
@DataContainer
final class AppState {
    static let store = Options.ofThisLaunch.store

    /// An app of its own writes `AppState()`: then changes are on disk 10 ms later. Here they take their time, so that a
    /// person can see on the State page that they are not saved yet.
    static let shared = AppState(store: store, saving: .after(Options.ofThisLaunch.savingDelay))

    var someInt: Int?
    var page = Page.first
    var windowSize = WindowSize(width: 600, height: 400)
    var isMaximized = false
}

/// The pages of the window.
enum Page: String, Codable {
    case first, second, state
}

/// The size of a window, in pixels of the desktop.
struct WindowSize: Codable, Equatable {
    var width: Int
    var height: Int
}
