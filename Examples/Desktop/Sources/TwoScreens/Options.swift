import DataContainer
import Foundation

/// What the command line asks for. The tests need it; an app has no such file.
struct Options {
    var store = SQLiteStore.standard(name: "AppState")
    var savingDelay = Duration.seconds(1)

    static let ofThisLaunch = Options(CommandLine.arguments.dropFirst())

    /// Reads the arguments that follow the program's name. Ends the program if they are wrong.
    private init(_ arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch (argument, rest.next()) {
            case ("--store", let path?):
                store = .sqlite(at: URL(filePath: path))
            case ("--saving-delay", let text?) where Int(text) != nil:
                savingDelay = .seconds(Int(text) ?? 0)
            default:
                complain("usage: two-screens-desktop [--store FILE] [--saving-delay SECONDS]")
                exit(EX_USAGE)
            }
        }
    }
}

/// Tells the person who started the program from a terminal.
func complain(_ message: String) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
}
