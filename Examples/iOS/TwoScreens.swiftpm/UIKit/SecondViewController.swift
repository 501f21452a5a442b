import UIKit

/// The screen behind the first one. It knows nothing of the first: they share the container.
final class SecondViewController: UIViewController, UITextFieldDelegate {
    private let textField = UITextField()

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Second screen"
        textField.delegate = self
        show(textField)
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        // Load the value "someInt" from our shared data container singleton.
        let value = DataContainerSingleton.sharedDataContainer.someInt ?? 0

        // Install the value into the text field.
        textField.text = "\(value)"
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        // Left to itself, the field ends editing when the other screen has loaded the value already.
        view.endEditing(false)
    }

    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
        // Save the changed value back to our data container singleton. Text that is no integer becomes nil.
        DataContainerSingleton.sharedDataContainer.someInt = textField.text.flatMap { Int($0) }
        return true
    }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        textField.resignFirstResponder()
    }
}
