import DataContainer
import Foundation
import Widgets

/// A page that shows all there is in the state, live, and how it stands with its store.
@MainActor
final class StatePage {
    let root = Box(.vertical, margin: 24)
    private let state = AppState.shared
    private let table = Table()

    init(onReset: @escaping @MainActor () -> Void) {
        root.append(table)
        row(AppState.Keys.someInt) { $0.someInt.map { "\($0)" } ?? "nil" }
        row(AppState.Keys.page) { "\($0.page)" }
        row(AppState.Keys.windowSize) { "\($0.windowSize.width) × \($0.windowSize.height)" }
        row(AppState.Keys.isMaximized) { "\($0.isMaximized)" }
        row("Saved") { $0.hasUnsavedChanges ? "not yet" : "yes" }
        row("Status") { $0.status.error?.message ?? "ready" }
        row("Store") { _ in AppState.store.url?.path ?? "nowhere" }

        let buttons = Box(.horizontal)
        root.append(buttons)
        buttons.append(
            Button("Reset") { [self] in
                state.reset()
                onReset()
            })
        buttons.append(Button("Open folder") { [self] in openFolder() })
    }

    private func row(_ name: String, _ text: @escaping @MainActor (AppState) -> String) {
        let label = Label()
        table.append(name, label)
        observe { [state] in label.text = text(state) }
    }

    private func openFolder() {
        guard let folder = AppState.store.url?.deletingLastPathComponent() else { return }
        if let problem = open(uri: folder.absoluteString) { complain(problem) }
    }
}
