import DataContainer

/// The app without its front end: two screens, one of which is seen.
final class App {
    private let container: DataContainerSingleton
    private var hidden: any Screen
    /// The screen that is seen.
    private(set) var screen: any Screen

    init(container: DataContainerSingleton) {
        self.container = container
        screen = FirstScreen(container: container)
        hidden = SecondScreen(container: container)
    }

    /// What keeps the container from loading or saving now; `nil` if all is well.
    var problem: String? {
        switch container.status {
        case .ready: nil
        case .waitingForStore(let error): "cannot load: \(error.explanation)"
        case .saveFailing(let error): "cannot save: \(error.explanation)"
        }
    }

    /// Shows the present screen anew: at the start, and when the app comes back from the background.
    func appear() {
        endEditing()
        screen.viewWillAppear()
    }

    /// Goes to the other screen.
    func next() {
        endEditing()
        swap(&screen, &hidden)
        screen.viewWillAppear()
    }

    /// Replaces the text of the field, as a person does who types over it and leaves it.
    func edit(_ text: String) {
        screen.textField.isEditing = true
        screen.textField.text = text
        endEditing()
    }

    /// Leaves the text field. Does nothing if nobody edits it.
    func endEditing() {
        guard screen.textField.isEditing, screen.textFieldShouldEndEditing(screen.textField) else { return }
        screen.textField.isEditing = false
    }

    /// Does what the container does by itself when an app enters the background. For the front ends that have none.
    ///
    /// - Throws: The error of the store that could not be written.
    func background() throws {
        endEditing()
        try container.save()
    }
}

extension Error {
    /// What a person is told: what happened and what to do about it, without what only a log would need.
    var explanation: String {
        (self as? StoreError)?.message ?? "\(self)"
    }
}
