// swift-tools-version: 6.2

import PackageDescription

// Programs that use the macros in each setting that they must work in, with every warning an error:
//
//     swift run --package-path Tests/Clients clients

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let isolated: [SwiftSetting] = [
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let library: Target.Dependency = .product(name: "DataContainer", package: "DataContainer")

let package = Package(
    name: "Clients",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    dependencies: [
        .package(name: "DataContainer", path: "../..")
    ],
    targets: [
        .target(name: "Checks", swiftSettings: strict),
        .target(name: "Plain", dependencies: ["Checks", library], swiftSettings: strict),
        .target(name: "MainActorClasses", dependencies: ["Checks", library], swiftSettings: strict),
        // The same sources, through symbolic links, in modules that are isolated by default.
        .target(name: "DefaultIsolation", dependencies: ["Checks", library], swiftSettings: strict + isolated),
        .target(
            name: "DefaultIsolationMainActorClasses", dependencies: ["Checks", library],
            swiftSettings: strict + isolated),
        // The settings of a project that has not turned anything on, in both language modes.
        .target(name: "Defaults", dependencies: ["Checks", library], swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "Swift5", dependencies: ["Checks", library],
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // What README.md shows.
        .executableTarget(name: "readme", dependencies: [library], swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "clients",
            dependencies: [
                "Checks", "Plain", "MainActorClasses", "DefaultIsolation", "DefaultIsolationMainActorClasses",
                "Defaults", "Swift5", library,
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
