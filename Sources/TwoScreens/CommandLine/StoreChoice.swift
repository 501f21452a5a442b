import DataContainer
import Foundation

/// Where the container saves: the argument of `--store`.
enum StoreChoice: Equatable {
    case userDefaults
    case sqlite
    case memory
    case sqliteFile(String)

    /// Reads the argument.
    init(_ argument: String) throws(UsageError) {
        switch argument {
        case "userdefaults": self = .userDefaults
        case "sqlite": self = .sqlite
        case "memory": self = .memory
        case _ where argument.hasPrefix("sqlite:") && argument != "sqlite:":
            self = .sqliteFile(String(argument.dropFirst("sqlite:".count)))
        default:
            throw UsageError("no such store: '\(argument)'. Choose userdefaults, sqlite, memory or sqlite:PATH.")
        }
    }

    /// The choice on this launch's command line.
    static let ofThisLaunch = (try? Options(CommandLine.arguments.dropFirst()))?.store ?? .userDefaults

    /// The store.
    var store: any Store {
        // Lets each case be written in dot syntax, as one would in a call of the container's initializer.
        func chosen(_ store: some Store) -> any Store { store }
        return switch self {
        case .userDefaults: chosen(.userDefaults())
        case .sqlite: chosen(.standard(name: "DataContainerSingleton"))
        case .memory: chosen(.memory)
        case .sqliteFile(let path): chosen(.sqlite(at: URL(fileURLWithPath: path)))
        }
    }
}
