/// The screen that the app starts with.
final class FirstScreen: Screen {
    let title = "First screen"
    var textField = TextField()
    private let container: DataContainerSingleton

    init(container: DataContainerSingleton) {
        self.container = container
    }

    func viewWillAppear() {
        // Load the value "someInt" from our shared data container singleton.
        let value = container.someInt ?? 0

        // Install the value into the text field.
        textField.text = "\(value)"
    }

    func textFieldShouldEndEditing(_ textField: TextField) -> Bool {
        // Save the changed value back to our data container singleton. Text that is no integer becomes nil.
        container.someInt = Int(textField.text)
        return true
    }
}
