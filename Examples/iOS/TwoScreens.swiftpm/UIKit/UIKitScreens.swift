import SwiftUI
import UIKit

/// The two screens with UIKit, as a view of SwiftUI's.
struct UIKitScreens: UIViewControllerRepresentable {
    func makeUIViewController(context: Context) -> UINavigationController {
        UINavigationController(rootViewController: FirstViewController())
    }

    func updateUIViewController(_ controller: UINavigationController, context: Context) {}
}

extension UIViewController {
    /// Puts a text field at the top.
    func show(_ textField: UITextField) {
        view.backgroundColor = .systemBackground
        textField.borderStyle = .roundedRect
        textField.keyboardType = .numbersAndPunctuation
        textField.placeholder = "Some number"
        textField.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(textField)
        NSLayoutConstraint.activate([
            textField.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 24),
            textField.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            textField.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
        ])
    }
}
