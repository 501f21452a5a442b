import Foundation

// Compiling a class of many properties, as a debug build does.
extension Benchmark {
    static var compiling: [Benchmark] {
        [10, 200].map { count in
            Benchmark("compile a class of \(count) properties") {
                let compiler = try Compiler()
                func entrant(_ name: String, _ line: String, _ attribute: String) throws -> Entrant {
                    let source = try compiler.source(attribute, line, count)
                    return Entrant(name) { for _ in 0..<$0 { try compiler.compile(source) } }
                }
                return Contest(
                    entrants: [
                        try entrant("@DataContainer", "import DataContainer", "@DataContainer"),
                        try entrant("@Observable", "import Observation", "@Observable"),
                        try entrant("no macro", "", ""),
                    ],
                    targets: count == 200 ? [Target(beside: "@Observable", bound: .atMost(2))] : [],
                    iterations: 1, rounds: 5)
            }
        }
    }
}

/// Compiles a client of the library that this program was built with, by its modules and with its macro's program.
private struct Compiler {
    let workspace: Workspace
    private let swiftc = URL(filePath: "/usr/bin/env")
    private let arguments: [String]

    init() throws {
        workspace = try Workspace()
        let products = try Program.own.deletingLastPathComponent()
        let package = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
        let maps = [
            package.appending(path: "Sources/CSQLite/module.modulemap"),
            products.appending(path: "CLifecycle.build/module.modulemap"),
        ]
        arguments =
            ["swiftc", "-c", "-Onone", "-swift-version", "6", "-module-name", "Client", "-I"]
            + [products.appending(path: "Modules").path, "-load-plugin-executable"]
            + [products.appending(path: "DataContainerMacros-tool").path + "#DataContainerMacros"]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    }

    /// A file with a class of so many properties of several types.
    func source(_ attribute: String, _ header: String, _ count: Int) throws -> URL {
        let kinds = [": Int = 0", ": String = \"\"", ": Bool = false", ": Double? = nil", ": [Int] = []"]
        let properties = (0..<count).map { "    var property\($0)\(kinds[$0 % kinds.count])" }
        let text = "\(header)\n\(attribute)\nfinal class Client {\n\(properties.joined(separator: "\n"))\n}\n"
        let name = attribute.isEmpty ? "plain" : String(attribute.dropFirst())
        let url = workspace.file("\(name)\(count).swift")
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url
    }

    func compile(_ source: URL) throws {
        let output = source.deletingPathExtension().appendingPathExtension("o")
        try Program.run(swiftc, arguments + [source.path, "-o", output.path])
    }
}
