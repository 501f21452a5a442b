import CSQLite
import DataContainer
import Foundation
import Observation

// A process for the tests of containers and stores that several processes share: it does what its arguments say, one step
// for each line of its standard input where it says so, and reports each step on its standard output.

@DataContainer
final class SharedState {
    var count = 0
    var first = 0
    var second = 0
    var third = 0
    var text: String?
}

/// Writes a line at once, so that what was reported had happened when the process is killed.
func report(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Reports the value of `read` whenever it changes, from now on.
func reportChanges(of state: SharedState, _ read: @escaping @Sendable (SharedState) -> String) {
    // Read after tracking has begun, so a change in between is not missed.
    let value = withObservationTracking {
        read(state)
    } onChange: {
        reportChanges(of: state, read)
    }
    report(value)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    FileHandle.standardError.write(Data("usage: ContainerChild COMMAND PLACE [ARGUMENT]\n".utf8))
    exit(64)
}
let url = URL(filePath: arguments[2])

func makeContainer(saving: SavingPolicy = .automatic) -> SharedState {
    SharedState(store: .sqlite(at: url), saving: saving, lifecycle: .none) { error in
        FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
}

do {
    switch arguments[1] {
    case "increment":
        let state = makeContainer()
        report("ready")
        _ = readLine()
        for _ in 0..<(Int(arguments[3]) ?? 0) {
            try state.transaction { $0.count += 1 }
        }
        report("done")
    case "watch":
        // Goes on until the input ends.
        let state = makeContainer()
        reportChanges(of: state) { "\($0.count) \($0.text ?? "nil")" }
        while readLine() != nil {}
    case "set":
        let state = makeContainer(saving: .immediately)
        report("ready")
        while let line = readLine() {
            if line == "reset" {
                state.reset(\.text)
            } else {
                state.text = line
            }
            report(state.hasUnsavedChanges ? "unsaved" : "saved")
        }
    case "states":
        // Three properties that always agree; goes on from where the last process was.
        let state = makeContainer()
        while true {
            let number = try state.transaction { state in
                let number = state.first + 1
                state.first = number
                state.second = number
                state.third = number
                return number
            }
            report("\(number)")
        }
    case "commit-times":
        // For each line, commits the moment at which the commit began.
        let store = SQLiteStore(url: url)
        _ = try store.load(nil)
        report("ready")
        while let line = readLine() {
            let now = monotonicTime()
            _ = try store.commit(
                ChangeSet(updates: ["time": .integer(now)]), durability: line == "power" ? .power : .process)
            report("\(now)")
        }
    case "commit":
        _ = try SQLiteStore(url: url).commit(
            ChangeSet(updates: [arguments[3]: .integer(1)]), durability: .process)
        report("done")
    case "hold":
        // Is the file's only writer until the next line.
        var database: OpaquePointer?
        guard sqlite3_open(url.path, &database) == SQLITE_OK,
            sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
        else { exit(70) }
        report("holding")
        _ = readLine()
        sqlite3_exec(database, "COMMIT", nil, nil, nil)
        sqlite3_close(database)
        report("done")
    default:
        exit(64)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}

/// The time of a clock that all processes share, in nanoseconds.
func monotonicTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
