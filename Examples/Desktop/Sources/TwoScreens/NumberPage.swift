import Widgets

/// A page with a text field for `someInt`. There are two of them, and neither knows of the other: they share the state.
@MainActor
final class NumberPage {
    let root = Box(.vertical, margin: 24)
    private let state = AppState.shared
    private let textField = TextField(label: "Some number")
    private var shownText = ""

    init(title: String) {
        root.append(Label(title, style: .title))
        root.append(textField.row)
        textField.onEditingEnd { [self] in endEditing() }
        observe { [self] in load() }
    }

    func appear() {
        load()
        textField.focus()
    }

    /// Writes back what was typed. Text that is no integer becomes nil.
    func endEditing() {
        guard isEditing else { return }
        state.someInt = Int(textField.text)
        shownText = textField.text
        load()
    }

    private var isEditing: Bool { textField.text != shownText }

    /// Shows the value, unless the person is typing another one.
    private func load() {
        let text = "\(state.someInt ?? 0)"
        guard !isEditing else { return }
        shownText = text
        textField.text = text
    }
}
