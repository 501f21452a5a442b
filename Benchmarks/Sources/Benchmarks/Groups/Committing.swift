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
        _ saving: SavingPolicy, _ synchronous: RawSQLite.Synchronous
    ) throws -> (SavedState, RawSQLite, Workspace) {
        let workspace = try Workspace()
        let raw = try RawSQLite(workspace.file("raw.sqlite"), synchronous)
        try raw.fill(1_000)
        return (try SavedState(.sqlite, 1_000, saving: saving), raw, workspace)
    }
}
