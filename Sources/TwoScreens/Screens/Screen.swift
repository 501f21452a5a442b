/// What UIKit would call a view controller: one screen with a text field.
protocol Screen: AnyObject {
    var title: String { get }
    var textField: TextField { get set }

    /// Called each time the screen is about to be seen.
    func viewWillAppear()

    /// Called when the person is done with the text field.
    ///
    /// - Returns: Whether editing may end.
    func textFieldShouldEndEditing(_ textField: TextField) -> Bool
}

/// A line of text that a person can edit.
struct TextField: Equatable {
    var text = ""
    var isEditing = false
}
