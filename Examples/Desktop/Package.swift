// swift-tools-version: 6.2

import PackageDescription

// The sample with two screens as a desktop app, on GTK 4: `make demo-desktop` in the folder above.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Desktop",
    platforms: [.macOS(.v14)],
    products: [
        .executable(name: "two-screens-desktop", targets: ["two-screens-desktop"])
    ],
    dependencies: [
        .package(name: "DataContainer", path: "../..")
    ],
    targets: [
        // The sample.
        .executableTarget(
            name: "two-screens-desktop",
            dependencies: ["Widgets", .product(name: "DataContainer", package: "DataContainer")],
            path: "Sources/TwoScreens",
            swiftSettings: strict),
        // As much of GTK as the sample needs, in Swift. Knows nothing of DataContainer.
        .target(name: "Widgets", dependencies: ["CGTK"], swiftSettings: strict),
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
    ],
    swiftLanguageModes: [.v6]
)
