import DataContainer
import Widgets

/// The window with its three pages.
@MainActor
final class MainWindow {
    private let state = AppState.shared
    private let window: Window
    private let first = NumberPage(title: "First screen")
    private let second = NumberPage(title: "Second screen")

    init(_ app: Application) {
        window = Window(app, title: "Two Screens")
        let last = StatePage { [self] in restore() }
        window.add(first.root, name: Page.first.rawValue, title: "First")
        window.add(second.root, name: Page.second.rawValue, title: "Second")
        window.add(last.root, name: Page.state.rawValue, title: "State")
        restore()

        window.onPageChange { [self] in showPage() }
        window.onResize { [self] in
            state.isMaximized = window.isMaximized
            state.windowSize = WindowSize(width: window.size.width, height: window.size.height)
        }
        window.on("notify::is-active") { [self] in
            if !window.isActive { enterBackground() }
        }
        window.onClose { [self] in endEditing() }
        window.present()
        showPage()
    }

    /// Gives the window the page and the size that it had.
    private func restore() {
        window.page = state.page.rawValue
        window.size = (state.windowSize.width, state.windowSize.height)
        window.isMaximized = state.isMaximized
    }

    private func showPage() {
        endEditing()
        state.page = Page(rawValue: window.page) ?? .first
        switch state.page {
        case .first: first.appear()
        case .second: second.appear()
        case .state: break
        }
    }

    private func endEditing() {
        first.endEditing()
        second.endEditing()
    }

    /// The person has turned to another window, or has minimized this one.
    private func enterBackground() {
        endEditing()
        // A failure is in the state's status, and saving is tried again.
        try? state.save()
    }
}
