import Foundation

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "child" {
        try Child.run(Array(arguments.dropFirst()))
    } else {
        try DefaultsFolder.enter()
        defer { DefaultsFolder.remove() }
        try Run(Options(arguments)).run()
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
