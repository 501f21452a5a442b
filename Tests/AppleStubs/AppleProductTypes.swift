// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of the manifests of Xcode's app packages as Examples/iOS uses.

public import PackageDescription

extension Product {
    public enum AccentColor: Sendable { case presetColor(PresetColor) }
    public enum PresetColor: Sendable { case blue }
    public enum DeviceFamily: Sendable { case pad, phone, mac }
    public enum InterfaceOrientation: Sendable { case portrait, landscapeLeft, landscapeRight, portraitUpsideDown }

    public static func iOSApplication(
        name: String, targets: [String], bundleIdentifier: String? = nil, teamIdentifier: String? = nil,
        displayVersion: String? = nil, bundleVersion: String? = nil, accentColor: AccentColor? = nil,
        supportedDeviceFamilies: [DeviceFamily], supportedInterfaceOrientations: [InterfaceOrientation]
    ) -> Product { fatalError() }
}
