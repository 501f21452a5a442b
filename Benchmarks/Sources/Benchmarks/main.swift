import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    if arguments.first == "child" {
        try Child.run(Array(arguments.dropFirst()))
    } else {
        let workspace = try Workspace()
        // Where Foundation on Linux keeps the files of `UserDefaults`: not among those of whoever runs this.
        setenv("XDG_CONFIG_HOME", workspace.folder.path, 1)
        try Run(Options(arguments)).run()
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
