// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of UIKit as this package and Examples/iOS use. Where Objective-C says `id` or `nullable`, so does this.

@_exported import AppleFoundation
import Foundation

// MARK: - The application

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

@MainActor open class UIApplication: UIResponder {
    public nonisolated static let didEnterBackgroundNotification = NSNotification.Name("")
    public nonisolated static let willEnterForegroundNotification = NSNotification.Name("")
    public nonisolated static let willTerminateNotification = NSNotification.Name("")
    public nonisolated static let protectedDataDidBecomeAvailableNotification = NSNotification.Name("")

    open nonisolated func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { fatalError() }
    open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { fatalError() }
}

// MARK: - Views

@MainActor open class UIResponder: NSObject {
    @discardableResult open func resignFirstResponder() -> Bool { fatalError() }
}

@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) { fatalError() }
    open var backgroundColor: UIColor? { get { fatalError() } set { fatalError() } }
    open var translatesAutoresizingMaskIntoConstraints: Bool { get { fatalError() } set { fatalError() } }
    open func addSubview(_ view: UIView) { fatalError() }
    @discardableResult open func endEditing(_ force: Bool) -> Bool { fatalError() }

    open var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    open var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
    open var safeAreaLayoutGuide: UILayoutGuide { fatalError() }
    open var layoutMarginsGuide: UILayoutGuide { fatalError() }
}

// Unchecked as in UIKit, which declares it so; nothing here ever runs.
open class UIColor: NSObject, @unchecked Sendable {
    open class var systemBackground: UIColor { fatalError() }
}

@MainActor open class UIControl: UIView {}

public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad
}

@MainActor open class UITextField: UIControl {
    public enum BorderStyle: Int, Sendable {
        case none, line, bezel, roundedRect
    }

    // UIView has it from NSObject: `UITextField()` is `init(frame: .zero)`.
    public nonisolated convenience init() { fatalError() }
    public override init(frame: CGRect) { fatalError() }
    open var text: String? { get { fatalError() } set { fatalError() } }
    open var placeholder: String? { get { fatalError() } set { fatalError() } }
    open var borderStyle: BorderStyle { get { fatalError() } set { fatalError() } }
    open var keyboardType: UIKeyboardType { get { fatalError() } set { fatalError() } }
    open weak var delegate: (any UITextFieldDelegate)?
}

@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

// Optional in Objective-C.
extension UITextFieldDelegate {
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { fatalError() }
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { fatalError() }
}

// MARK: - Layout

@MainActor open class NSLayoutConstraint: NSObject {
    open class func activate(_ constraints: [NSLayoutConstraint]) { fatalError() }
}

@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint { fatalError() }
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
        fatalError()
    }
}

@MainActor open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
@MainActor open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

@MainActor open class UILayoutGuide: NSObject {
    open var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    open var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    open var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
}

// MARK: - View controllers

@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { fatalError() }
    public nonisolated override convenience init() { fatalError() }
    open var view: UIView! { get { fatalError() } set { fatalError() } }
    open var title: String? { get { fatalError() } set { fatalError() } }
    open var navigationItem: UINavigationItem { fatalError() }
    open var navigationController: UINavigationController? { fatalError() }
    open func viewDidLoad() { fatalError() }
    open func viewWillAppear(_ animated: Bool) { fatalError() }
    open func viewWillDisappear(_ animated: Bool) { fatalError() }
}

@MainActor open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { fatalError() }
    open func pushViewController(_ viewController: UIViewController, animated: Bool) { fatalError() }
}

@MainActor open class UINavigationItem: NSObject {
    open var rightBarButtonItem: UIBarButtonItem? { get { fatalError() } set { fatalError() } }
}

@MainActor open class UIImage: NSObject {}
@MainActor open class UIMenu: NSObject {}

@MainActor open class UIAction: NSObject {
    public convenience init(
        title: String = "", image: UIImage? = nil, handler: @escaping @MainActor (UIAction) -> Void
    ) { fatalError() }
}

@MainActor open class UIBarButtonItem: NSObject {
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) { fatalError() }
}
