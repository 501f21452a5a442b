import CPeers
import DataContainer
import Foundation

/// What this program does when a benchmark starts it as a process of its own.
enum Child {
    /// How a launch reads its values.
    enum Launch: String {
        case sqlite
        case file
        case raw
        case userDefaults
        case json
    }

    static func run(_ arguments: [String]) throws {
        let begin = now()
        if arguments.count == 2, arguments[0] == "write" { return try writeOften(URL(filePath: arguments[1])) }
        guard arguments.count == 2, let launch = Launch(rawValue: arguments[0]) else {
            throw Failure("child WAY PLACE is for the benchmarks themselves.")
        }
        let url = URL(filePath: arguments[1])
        var keepsAlive: AnyObject?
        let sum: Int
        switch launch {
        case .sqlite:
            let state = LaunchState(store: .sqlite(at: url))
            sum = state.sum
            keepsAlive = state
        case .file:
            let state = LaunchState(store: .file(at: url))
            sum = state.sum
            keepsAlive = state
        case .raw:
            sum = try selectedSum(url)
        case .userDefaults:
            guard let defaults = UserDefaults(suiteName: arguments[1]) else { throw Failure("There is no such suite.") }
            sum = LaunchValues.keys.reduce(0) { $0 + defaults.integer(forKey: $1) }
        case .json:
            let values = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: url))
            sum = LaunchValues.keys.reduce(0) { $0 + (values[$1] ?? 0) }
        }
        let time = now() - begin
        print("\(time) \(sum)")
        withExtendedLifetime(keepsAlive) {}
    }

    /// Commits the time at each line of the input.
    private static func writeOften(_ url: URL) throws {
        let state = AppState(store: .sqlite(at: url), saving: .immediately, lifecycle: .none)
        print("ready")
        fflush(nil)
        while readLine() != nil {
            state.a = Int(now())
            print("done")
            fflush(nil)
        }
    }

    /// The least that reads the rows: a select of the twenty keys.
    private static func selectedSum(_ url: URL) throws -> Int {
        var (handle, statement): (OpaquePointer?, OpaquePointer?) = (nil, nil)
        let keys = LaunchValues.keys.map { "'\($0)'" }.joined(separator: ",")
        guard sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
            sqlite3_prepare_v2(handle, "SELECT key, value FROM entries WHERE key IN (\(keys))", -1, &statement, nil)
                == SQLITE_OK
        else { throw Failure("SQLite: \(String(cString: sqlite3_errmsg(handle)))") }
        var values: [String: Int] = [:]
        while sqlite3_step(statement) == SQLITE_ROW {
            guard let key = sqlite3_column_text(statement, 0) else { continue }
            values[String(cString: key)] = Int(sqlite3_column_int64(statement, 1))
        }
        sqlite3_finalize(statement)
        defer { sqlite3_close_v2(handle) }
        return values.values.reduce(0, +)
    }
}
