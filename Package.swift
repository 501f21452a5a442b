// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

// MARK: - Where the macro's parser comes from

// The macro target needs swift-syntax. A Linux toolchain ships it compiled, so a checkout of this package on
// Linux builds without downloading anything. SwiftPM refuses the compiler flags which that takes in a versioned
// dependency, and Apple's toolchains do not ship the modules: those two use the swift-syntax package.
//
// The manifest is evaluated several times and has to decide alike each time: while SwiftPM resolves versions,
// `Context.packageDirectory` is "/", and later it lies in a folder called "checkouts".
let toolchainParser: URL? = {
    #if os(Linux)
    let package = Context.packageDirectory
    guard !package.contains("/checkouts/"),
        FileManager.default.fileExists(atPath: package + "/Package.swift")
    else { return nil }
    let path = Context.environment["PATH"] ?? "/usr/bin"
    for folder in path.split(separator: ":") {
        let compiler = URL(fileURLWithPath: String(folder)).appendingPathComponent("swiftc")
            .resolvingSymlinksInPath()
        let host = compiler.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("lib/swift/host")
        let module = host.appendingPathComponent("SwiftSyntaxMacros.swiftmodule")
        if FileManager.default.isExecutableFile(atPath: compiler.path),
            FileManager.default.fileExists(atPath: module.path)
        {
            return host
        }
    }
    return nil
    #else
    return nil
    #endif
}()

let parserPackages: [Package.Dependency] =
    toolchainParser == nil
    ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"700.0.0")] : []

let parserProducts: [Target.Dependency] =
    toolchainParser == nil
    ? [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
    ] : []

let parserTestProducts: [Target.Dependency] =
    toolchainParser == nil
    ? [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
    ] : []

let parserSwiftSettings: [SwiftSetting] = toolchainParser.map { [.unsafeFlags(["-I", $0.path])] } ?? []

let parserLinkerSettings: [LinkerSetting] =
    toolchainParser.map { host in
        let libraries = [
            "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "SwiftBasicFormat",
            "SwiftOperators", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion",
            "SwiftCompilerPluginMessageHandling",
        ]
        return [
            .unsafeFlags(
                ["-L", host.path, "-Xlinker", "-rpath", "-Xlinker", host.path] + libraries.map { "-l\($0)" })
        ]
    } ?? []

// MARK: - Strictness

let strict: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0480-swiftpm-warning-control.md
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "DataContainer",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "DataContainer", targets: ["DataContainer"]),
        .library(name: "DataContainerTesting", targets: ["DataContainerTesting"]),
        .executable(name: "two-screens", targets: ["two-screens"]),
    ],
    dependencies: parserPackages,
    targets: [
        .target(
            name: "DataContainer",
            dependencies: ["DataContainerMacros", "CLifecycle", "CSQLite"],
            swiftSettings: strict),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "CLifecycle"),
        .macro(
            name: "DataContainerMacros",
            dependencies: parserProducts,
            swiftSettings: strict + parserSwiftSettings,
            linkerSettings: parserLinkerSettings),
        .target(
            name: "DataContainerTesting",
            dependencies: ["DataContainer"],
            swiftSettings: strict),
        // The sample, and its entry point apart from it: SwiftPM does not order a clean build rightly if the tests of a
        // package that has a macro import an executable's module. The tests also run the program, which `swift test`
        // builds before.
        .target(
            name: "TwoScreens",
            dependencies: ["DataContainer"],
            exclude: ["Program"],
            swiftSettings: strict),
        .executableTarget(
            name: "two-screens",
            dependencies: ["TwoScreens"],
            path: "Sources/TwoScreens/Program",
            swiftSettings: strict),
        .testTarget(
            name: "TwoScreensTests",
            dependencies: ["TwoScreens", "DataContainer"],
            swiftSettings: strict),
        .testTarget(
            name: "DataContainerTests",
            dependencies: [
                "DataContainer", "DataContainerTesting", "CSQLite", "StoreChild", "ContainerChild", "LifecycleChild",
                "CLifecycleTesting",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DataContainerMacrosTests",
            dependencies: ["DataContainerMacros"] + parserTestProducts,
            swiftSettings: strict + parserSwiftSettings,
            linkerSettings: parserLinkerSettings),
        // The program that the store tests kill.
        .executableTarget(
            name: "StoreChild",
            dependencies: ["DataContainer"],
            path: "Tests/StoreChild",
            swiftSettings: strict),
        // The program that shares containers and stores with the tests.
        .executableTarget(
            name: "ContainerChild",
            dependencies: ["DataContainer", "CSQLite"],
            path: "Tests/ContainerChild",
            swiftSettings: strict),
        // The program that the lifecycle tests send signals to.
        .executableTarget(
            name: "LifecycleChild",
            dependencies: ["DataContainer", "CLifecycleTesting"],
            path: "Tests/LifecycleChild",
            swiftSettings: strict),
        .target(name: "CLifecycleTesting", path: "Tests/CLifecycleTesting"),
    ],
    swiftLanguageModes: [.v6]
)
