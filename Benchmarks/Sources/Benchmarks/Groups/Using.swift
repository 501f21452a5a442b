import DataContainer
import Foundation
import Observation
import Synchronization

// What is used up: memory, and bytes that are written.
extension Benchmark {
    static var using: [Benchmark] {
        [memory, memoryOfStore] + (Resources.writtenBytes == nil ? [] : [10, 1_000].map(written))
    }

    /// What nineteen more properties of an object take, divided by nineteen: so without what the object itself takes.
    private static var memory: Benchmark {
        Benchmark("memory for one more Int property") {
            func entrant(_ name: String, _ make: @escaping () -> AnyObject, _ one: @escaping () -> AnyObject) -> Entrant
            {
                Entrant(measuring: name) { count in
                    (allocated(count, make) - allocated(count, one)) / 19
                }
            }
            return Contest(
                unit: .bytes,
                entrants: [
                    entrant(
                        "DataContainer", { TwentyState(store: .memory, saving: .manually, lifecycle: .none) },
                        { OneState(store: .memory, saving: .manually, lifecycle: .none) }),
                    entrant("@Observable", { TwentyObservable() }, { OneObservable() }),
                    entrant("Mutex", { TwentyMutex() }, { OneMutex() }),
                    Entrant(measuring: "UserDefaults") { count in
                        let defaults = try DefaultsState()
                        let keys = (0..<count).map { "one-more-\($0)" }
                        let before = Resources.allocatedBytes
                        for (number, key) in keys.enumerated() { defaults.defaults.set(number, forKey: key) }
                        let bytes = Resources.allocatedBytes - before
                        withExtendedLifetime(defaults) {}
                        return bytes
                    },
                ],
                iterations: 300, rounds: 5)
        }
    }

    /// What it takes to have a value out of a store: what the store keeps in memory of the others beside it.
    private static var memoryOfStore: Benchmark {
        Benchmark("memory of an open store of 10,000") {
            let count = 10_000
            let workspace = try Workspace()
            let (sqlite, file) = (workspace.file("state.sqlite"), workspace.file("state"))
            let (raw, json) = (workspace.file("raw.sqlite"), workspace.file("state.json"))
            try Entries.fill(.sqlite(at: sqlite), count)
            try Entries.fill(.file(at: file), count)
            try RawSQLite(raw, .full).fill(count)
            try JSONFile(json, count: count).save()
            func entrant(_ name: String, _ open: @escaping (String) throws -> AnyObject) -> Entrant {
                Entrant(measuring: name) { iterations in
                    // Another one each time, since the process keeps what it has read of one.
                    let suite = "benchmarks-\(UUID().uuidString)"
                    if name == "UserDefaults" { try DefaultsState.fill(suite, count) }
                    let before = Resources.allocatedBytes
                    let object = try open(suite)
                    let bytes = Resources.allocatedBytes - before
                    withExtendedLifetime(object) {}
                    return bytes * Double(iterations)
                }
            }
            func state(_ store: some Store) -> AppState {
                let state = AppState(store: store, saving: .manually, lifecycle: .none)
                blackHole(state.a)
                return state
            }
            return Contest(
                unit: .bytes,
                entrants: [
                    entrant("DataContainer .sqlite") { _ in state(.sqlite(at: sqlite)) },
                    entrant("raw SQLite") { _ in
                        let raw = try RawSQLite(raw, .full)
                        blackHole(try raw.integer("a"))
                        return raw
                    },
                    entrant("DataContainer .file") { _ in state(.file(at: file)) },
                    entrant("UserDefaults") {
                        let defaults = try DefaultsState($0)
                        blackHole(defaults.defaults.integer(forKey: "a"))
                        return defaults
                    },
                    entrant("JSON file") { _ in try JSONFile(reading: json) },
                ],
                iterations: 1, rounds: 3, keepsAlive: workspace)
        }
    }

    private static func allocated(_ count: Int, _ make: () -> AnyObject) -> Double {
        var objects: [AnyObject] = []
        objects.reserveCapacity(count)
        let before = Resources.allocatedBytes
        for _ in 0..<count { objects.append(make()) }
        let bytes = Resources.allocatedBytes - before
        withExtendedLifetime(objects) {}
        return bytes
    }

    /// What a change of one property hands to the system to be written, averaged over many, so with what SQLite now and
    /// then copies from its log into its file.
    private static func written(_ count: Int) -> Benchmark {
        let size = count.formatted(.number.locale(Locale(identifier: "en")))
        return Benchmark("bytes written for one saved change among \(size)") {
            let (workspace, numbers) = (try Workspace(), Numbers())
            let ours = try SavedState(.sqlite, count, saving: .immediately)
            let oursInFile = try SavedState(.file(.json), count)
            let oursInDefaults = try SavedState(.userDefaults, count)
            let raw = try RawSQLite(workspace.file("raw.sqlite"), .normal)
            try raw.fill(count)
            let defaults = try DefaultsState.filled(count)
            let json = try JSONFile(workspace.file("state.json"), count: count)
            func entrant(_ name: String, _ repetitions: Int, _ run: @escaping (Int) throws -> Void) -> Entrant {
                Entrant(measuring: name) { iterations in
                    let before = Resources.writtenBytes ?? .nan
                    try run(repetitions)
                    return ((Resources.writtenBytes ?? .nan) - before) / Double(repetitions) * Double(iterations)
                }
            }
            return Contest(
                unit: .bytes,
                entrants: [
                    entrant("DataContainer .sqlite", 2_000) { for _ in 0..<$0 { ours.change() } },
                    entrant("raw SQLite", 2_000) {
                        for _ in 0..<$0 { try raw.set("a", numbers.next()) }
                    },
                    entrant("DataContainer .file", 20) { try oursInFile.saveOften($0) },
                    entrant("DataContainer .userDefaults", 20) { try oursInDefaults.saveOften($0) },
                    entrant("UserDefaults + synchronize()", 20) {
                        for _ in 0..<$0 {
                            defaults.defaults.set(numbers.next(), forKey: "a")
                            try defaults.save()
                        }
                    },
                    entrant("JSON file", 20) {
                        for _ in 0..<$0 { try json.save("a", numbers.next()) }
                    },
                ],
                iterations: 1, rounds: 3, keepsAlive: workspace)
        }
    }
}
