import DataContainer
import Foundation

// Commits of other kinds: before a setter returns, and several properties in one step.
extension Benchmark {
    static var committing: [Benchmark] {
        [
            Benchmark("a setter with .immediately, among 1,000") {
                let (ours, raw, workspace) = try besideRaw(.immediately, .normal)
                let numbers = Numbers()
                return Contest(
                    entrants: [
                        Entrant("DataContainer .sqlite") { for _ in 0..<$0 { ours.change() } },
                        Entrant("raw SQLite, NORMAL") {
                            for _ in 0..<$0 { try raw.set("a", numbers.next()) }
                        },
                    ],
                    targets: [Target(beside: "raw SQLite, NORMAL", bound: .atMost(2))],
                    rounds: 61, keepsAlive: workspace)
            },
            Benchmark("a setter with .immediately, among 10,000") {
                // What it survives, and no more, is what UserDefaults survives: the death of the process.
                let (ours, raw, workspace) = try besideRaw(.immediately, .normal, 10_000)
                let (defaults, numbers) = (try DefaultsState.filled(10_000), Numbers())
                return Contest(
                    entrants: [
                        Entrant("DataContainer .sqlite") { for _ in 0..<$0 { ours.change() } },
                        Entrant("raw SQLite, NORMAL") {
                            for _ in 0..<$0 { try raw.set("a", numbers.next()) }
                        },
                        Entrant("UserDefaults + synchronize()") {
                            for _ in 0..<$0 {
                                defaults.defaults.set(numbers.next(), forKey: "a")
                                try defaults.save()
                            }
                        },
                    ],
                    targets: [
                        Target(beside: "raw SQLite, NORMAL", bound: .atMost(2)),
                        Target(beside: "UserDefaults + synchronize()", bound: .timesFaster(200)),
                    ],
                    keepsAlive: workspace)
            },
            Benchmark("a commit that survives the process, among 1,000") {
                let (observed, alone) = (try CommittedStore(isObserved: true), try CommittedStore(isObserved: false))
                return Contest(
                    entrants: [
                        Entrant("SQLiteStore, observed") { try observed.commitOften($0) },
                        Entrant("SQLiteStore, not observed") { try alone.commitOften($0) },
                    ],
                    targets: [Target(beside: "SQLiteStore, not observed", bound: .atMost(1.1))],
                    rounds: 61)
            },
            Benchmark("a transaction that sets 3 properties, among 1,000") {
                let (ours, raw, workspace) = try besideRaw(.manually, .full)
                let numbers = Numbers()
                return Contest(
                    entrants: [
                        Entrant("DataContainer .sqlite") {
                            for _ in 0..<$0 {
                                let number = numbers.next()
                                try ours.state.transaction { state in
                                    state.a = number
                                    state.b = number
                                    state.c = number
                                }
                            }
                        },
                        Entrant("raw SQLite, FULL") {
                            for _ in 0..<$0 {
                                let number = numbers.next()
                                try raw.transaction {
                                    try raw.set("a", number)
                                    try raw.set("b", number)
                                    try raw.set("c", number)
                                }
                            }
                        },
                    ],
                    targets: [Target(beside: "raw SQLite, FULL", bound: .atMost(1.6))],
                    rounds: 61, keepsAlive: workspace)
            },
            Benchmark("a transaction of += 1 on 3 properties, among 1,000") {
                let (ours, raw, workspace) = try besideRaw(.manually, .full)
                return Contest(
                    entrants: [
                        Entrant("DataContainer .sqlite") {
                            for _ in 0..<$0 {
                                try ours.state.transaction { state in
                                    state.a += 1
                                    state.b += 1
                                    state.c += 1
                                }
                            }
                        },
                        Entrant("raw SQLite, FULL") {
                            for _ in 0..<$0 {
                                try raw.transaction {
                                    try raw.set("a", raw.integer("a") + 1)
                                    try raw.set("b", raw.integer("b") + 1)
                                    try raw.set("c", raw.integer("c") + 1)
                                }
                            }
                        },
                    ],
                    targets: [Target(beside: "raw SQLite, FULL", bound: .atMost(1.6))],
                    rounds: 61, keepsAlive: workspace)
            },
        ]
    }

    private static func besideRaw(
        _ saving: SavingPolicy, _ synchronous: RawSQLite.Synchronous, _ count: Int = 1_000
    ) throws -> (SavedState, RawSQLite, Workspace) {
        let workspace = try Workspace()
        let raw = try RawSQLite(workspace.file("raw.sqlite"), synchronous)
        try raw.fill(count)
        return (try SavedState(.sqlite, count, saving: saving), raw, workspace)
    }
}

/// A store without a container.
private struct CommittedStore {
    private let workspace: Workspace
    private let store: SQLiteStore
    private let observation: StoreObservation?
    private let numbers = Numbers()

    init(isObserved: Bool) throws {
        workspace = try Workspace()
        store = .sqlite(at: workspace.file("state.sqlite"))
        try Entries.fill(store, 1_000)
        observation = isObserved ? store.observe { _ in } : nil
    }

    func commitOften(_ count: Int) throws {
        for _ in 0..<count {
            let changes = ChangeSet(updates: ["a": .integer(Int64(numbers.next()))])
            _ = try store.commit(changes, durability: .process)
        }
    }
}
