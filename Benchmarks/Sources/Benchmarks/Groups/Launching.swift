import DataContainer
import Foundation

// A new process that reads the twenty values of an app, as ``Child`` does it. Its time runs from its first own line of
// code until it has all values; what the system needs to start it is the same for everybody.
extension Benchmark {
    static var launching: [Benchmark] {
        [20, 10_000, 100_000].map { count in
            Benchmark("launch, reading 20 of \(count.formatted(.number.locale(Locale(identifier: "en"))))") {
                let files = try LaunchFiles(count)
                return Contest(
                    entrants: [
                        Entrant(measuring: "DataContainer .sqlite") { try files.launch(.sqlite, $0) },
                        Entrant(measuring: "raw SQLite") { try files.launch(.raw, $0) },
                        Entrant(measuring: "DataContainer .file") { try files.launch(.file, $0) },
                        Entrant(measuring: "UserDefaults") { try files.launch(.userDefaults, $0) },
                        Entrant(measuring: "JSON file") { try files.launch(.json, $0) },
                    ],
                    targets: [Target(beside: "raw SQLite", bound: .atMost(1.5, allowance: 1e6))],
                    iterations: 1, rounds: 15)
            }
        } + [
            Benchmark("launch, reading 20 of 100,000 and of 20") {
                let (large, small) = (try LaunchFiles(100_000), try LaunchFiles(20))
                return Contest(
                    entrants: [
                        Entrant(measuring: ".sqlite, 100,000 entries") { try large.launch(.sqlite, $0) },
                        Entrant(measuring: ".sqlite, 20 entries") { try small.launch(.sqlite, $0) },
                    ],
                    targets: [Target(beside: ".sqlite, 20 entries", bound: .atMost(1.2))],
                    iterations: 1, rounds: 21)
            }
        ]
    }
}

/// The files that launches read, with the twenty values and others, so many altogether.
private struct LaunchFiles {
    let workspace: Workspace
    let suite = "launch-\(UUID().uuidString)"

    init(_ count: Int) throws {
        workspace = try Workspace()
        let (others, values) = (count - 20, zip(LaunchValues.keys, 1...20))
        let updates = Dictionary(uniqueKeysWithValues: values.map { ($0, StoredValue.integer(Int64($1))) })
        func fill(_ store: some Store) throws {
            try Entries.fill(store, others)
            _ = try store.commit(ChangeSet(updates: updates), durability: .power)
        }
        try fill(.sqlite(at: workspace.file("state.sqlite")))
        try fill(.file(at: workspace.file("state")))

        let raw = try RawSQLite(workspace.file("raw.sqlite"), .full)
        try raw.fill(others)
        for (key, value) in values { try raw.execute("INSERT INTO entries VALUES ('\(key)', \(value))") }

        try DefaultsState.fill(suite, others, Dictionary(uniqueKeysWithValues: values.map { ($0, $1) }))
        let json = try JSONFile(workspace.file("state.json"), count: others)
        for (key, value) in values { json.values[key] = value }
        try json.save()
    }

    /// Launches so many processes. Returns the time that they say they took.
    func launch(_ way: Child.Launch, _ count: Int) throws -> Double {
        let place =
            switch way {
            case .sqlite: workspace.file("state.sqlite").path
            case .file: workspace.file("state").path
            case .raw: workspace.file("raw.sqlite").path
            case .userDefaults: suite
            case .json: workspace.file("state.json").path
            }
        var time = 0.0
        for _ in 0..<count {
            let answer = try Program.run(Program.own, ["child", way.rawValue, place]).split { $0.isWhitespace }
            guard answer.count == 2, let nanoseconds = Double(answer[0]), Int(answer[1]) == LaunchValues.sum else {
                throw Failure("A launch (\(way)) read other values than were saved: \(answer).")
            }
            time += nanoseconds
        }
        return time
    }
}
