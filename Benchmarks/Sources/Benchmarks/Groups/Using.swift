import DataContainer
import Foundation
import Observation
import Synchronization

// What is used up: memory, and bytes that are written.
extension Benchmark {
    static var using: [Benchmark] {
        [memory] + (Resources.writtenBytes == nil ? [] : [10, 1_000].map(written))
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
            let (ours, oursInDefaults) = (
                try SavedState(.sqlite, count, saving: .immediately), try SavedState(.userDefaults, count)
            )
            let raw = try RawSQLite(workspace.file("raw.sqlite"), .normal)
            try raw.fill(count)
            let defaults = try DefaultsState.filled(count)
            let json = JSONFile(workspace.file("state.json"), count: count)
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
                    entrant("DataContainer .userDefaults", 20) { try oursInDefaults.saveOften($0) },
                    entrant("UserDefaults + synchronize()", 20) {
                        for _ in 0..<$0 {
                            defaults.defaults.set(numbers.next(), forKey: "a")
                            try defaults.save()
                        }
                    },
                    entrant("JSON file", 20) {
                        for _ in 0..<$0 {
                            json.values["a"] = numbers.next()
                            try json.save()
                        }
                    },
                ],
                iterations: 1, rounds: 3, keepsAlive: workspace)
        }
    }
}
