// swift-tools-version: 6.2

// The sample as an iPhone and iPad app. Open this folder in Xcode, choose a simulator, and run.

import AppleProductTypes
import PackageDescription

let package = Package(
    name: "TwoScreens",
    platforms: [.iOS(.v17)],
    products: [
        .iOSApplication(
            name: "TwoScreens",
            targets: ["TwoScreens"],
            bundleIdentifier: "org.datacontainer.TwoScreens",
            displayVersion: "1.0",
            bundleVersion: "1",
            accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight])
    ],
    dependencies: [
        .package(name: "DataContainer", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "TwoScreens",
            dependencies: [.product(name: "DataContainer", package: "DataContainer")],
            path: ".")
    ],
    swiftLanguageModes: [.v6]
)
