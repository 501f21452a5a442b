import DataContainer
import Foundation

// Setting one property and saving it, so that it survives a power cut.
extension Benchmark {
    static var saving: [Benchmark] {
        [10, 100, 1_000, 10_000, 100_000].map { count in
            Benchmark("set and save one among \(text(count))") { try savingContest(count) }
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
        ] + [10, 1_000, 10_000].map(fileContest)
    }

    private static func text(_ count: Int) -> String {
        count.formatted(.number.locale(Locale(identifier: "en")))
    }

    private static func savingContest(_ count: Int) throws -> Contest {
        let (workspace, numbers) = (try Workspace(), Numbers())
        let ours = try SavedState(.sqlite, count)
        let oursInFile = try SavedState(.file(.json), count)
        let oursInDefaults = try SavedState(.userDefaults, count)
        let raw = try RawSQLite(workspace.file("raw.sqlite"), .full)
        try raw.fill(count)
        let defaults = try DefaultsState.filled(count)
        let json = try JSONFile(workspace.file("state.json"), count: count)
        return Contest(
            entrants: [
                Entrant("DataContainer .sqlite") { try ours.saveOften($0) },
                Entrant("raw SQLite, FULL") {
                    for _ in 0..<$0 { try raw.set("a", numbers.next()) }
                },
                Entrant("DataContainer .file") { try oursInFile.saveOften($0) },
                Entrant("DataContainer .userDefaults") { try oursInDefaults.saveOften($0) },
                Entrant("UserDefaults + synchronize()") {
                    for _ in 0..<$0 {
                        defaults.defaults.set(numbers.next(), forKey: "a")
                        try defaults.save()
                    }
                },
                Entrant("JSON file") {
                    for _ in 0..<$0 { try json.save("a", numbers.next()) }
                },
            ],
            targets: [Target(beside: "raw SQLite, FULL", bound: .atMost(1.5))]
                + (count == 10_000 ? [Target(beside: "UserDefaults + synchronize()", bound: .timesFaster(200))] : []),
            sampleTime: 0.003, keepsAlive: workspace)
    }

    /// Those who write a file whole among themselves. The formats that take longer only among as many as they are meant
    /// for, since a sample among 10,000 takes most of a second.
    private static func fileContest(_ count: Int) -> Benchmark {
        Benchmark("set and save one among \(text(count)), in a file") {
            let (workspace, numbers) = (try Workspace(), Numbers())
            let json = try JSONFile(workspace.file("state.json"), count: count)
            func ours(_ name: String, _ format: FileFormat) throws -> Entrant {
                let state = try SavedState(.file(format), count)
                return Entrant(name) { try state.saveOften($0) }
            }
            return Contest(
                entrants: [
                    try ours("DataContainer .file, JSON", .json),
                    Entrant("JSON file") {
                        for _ in 0..<$0 { try json.save("a", numbers.next()) }
                    },
                ]
                    + (count > 1_000
                        ? []
                        : [
                            try ours("DataContainer .file, property list", .propertyList),
                            try ours("DataContainer .file, archive", .archive),
                        ]),
                sampleTime: 0.003, keepsAlive: workspace)
        }
    }
}

/// A container in a store that holds many other entries too.
struct SavedState {
    enum Medium {
        case sqlite
        case file(FileFormat)
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
        case .file(let format):
            let store = FileStore.file(at: workspace.file("state"), format: format)
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
