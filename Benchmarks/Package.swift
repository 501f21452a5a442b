// swift-tools-version: 6.2

import PackageDescription

// Measures the library beside what one would use instead. `make bench` in the folder above runs it.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataContainer", path: "..")
    ],
    targets: [
        // SQLite's C interface for the peer that uses nothing else, and what Swift cannot ask the system.
        .target(name: "CPeers", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["CPeers", .product(name: "DataContainer", package: "DataContainer")],
            path: "Sources/Benchmarks",
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
