import DataContainer
import Foundation

// Setting one property and saving it, so that it survives a power cut.
extension Benchmark {
    static var saving: [Benchmark] {
        [10, 100, 1_000, 10_000, 100_000].map { count in
            Benchmark("set and save one among \(count.formatted(.number.locale(Locale(identifier: "en"))))") {
                try savingContest(count)
            }
        } + [
            Benchmark("set and save one among 100,000 and 100") {
                let (large, small) = (try SavedState(.sqlite, 100_000), try SavedState(.sqlite, 100))
                return Contest(
                    entrants: [
                        Entrant(".sqlite, 100,000 entries") { try large.saveOften($0) },
                        Entrant(".sqlite, 100 entries") { try small.saveOften($0) },
                    ],
                    targets: [Target(beside: ".sqlite, 100 entries", bound: .atMost(1.2))],
                    sampleTime: 0.004, rounds: 61)
            }
        ]
    }

    private static func savingContest(_ count: Int) throws -> Contest {
        let (workspace, numbers) = (try Workspace(), Numbers())
        let ours = try SavedState(.sqlite, count)
        let oursInDefaults = try SavedState(.userDefaults, count)
        let raw = try RawSQLite(workspace.file("raw.sqlite"), .full)
        try raw.fill(count)
        let defaults = try DefaultsState.filled(count)
        let json = JSONFile(workspace.file("state.json"), count: count)
        return Contest(
            entrants: [
                Entrant("DataContainer .sqlite") { try ours.saveOften($0) },
                Entrant("raw SQLite, FULL") {
                    for _ in 0..<$0 { try raw.set("a", numbers.next()) }
                },
                Entrant("DataContainer .userDefaults") { try oursInDefaults.saveOften($0) },
                Entrant("UserDefaults + synchronize()") {
                    for _ in 0..<$0 {
                        defaults.defaults.set(numbers.next(), forKey: "a")
                        try defaults.save()
                    }
                },
                Entrant("JSON file") {
                    for _ in 0..<$0 {
                        json.values["a"] = numbers.next()
                        try json.save()
                    }
                },
            ],
            targets: [Target(beside: "raw SQLite, FULL", bound: .atMost(1.5))]
                + (count == 10_000 ? [Target(beside: "UserDefaults + synchronize()", bound: .timesFaster(200))] : []),
            sampleTime: 0.003, keepsAlive: workspace)
    }
}

/// A container in a store that holds many other entries too.
struct SavedState {
    enum Medium {
        case sqlite
        case userDefaults
    }

    private let numbers = Numbers()
    let workspace: Workspace
    let state: AppState

    init(_ medium: Medium, _ count: Int, saving: SavingPolicy = .manually) throws {
        workspace = try Workspace()
        switch medium {
        case .sqlite:
            let store = SQLiteStore.sqlite(at: workspace.file("state.sqlite"))
            try Entries.fill(store, count)
            state = AppState(store: store, saving: saving, lifecycle: .none)
        case .userDefaults:
            let store = UserDefaultsStore(suiteName: try DefaultsState.filled(count).suite)
            state = AppState(store: store, saving: saving, lifecycle: .none)
        }
    }

    func saveOften(_ count: Int) throws {
        for _ in 0..<count {
            change()
            try state.save()
        }
    }

    /// Sets the property.
    func change() {
        state.a = numbers.next()
    }
}
