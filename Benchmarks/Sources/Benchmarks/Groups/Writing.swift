import DataContainer
import Foundation
import Synchronization

// Writing one property, in memory: nothing is saved meanwhile, but where it says so.
extension Benchmark {
    private static let targets = [
        Target(beside: "@Observable", bound: .atMost(2.5)),
        Target(beside: "UserDefaults", bound: .timesFaster(50)),
    ]

    private static func memoryState() -> AppState {
        AppState(store: .memory, saving: .manually, lifecycle: .none)
    }

    static var writing: [Benchmark] {
        [
            Benchmark("write Int") { try intContest(memoryState()) },
            Benchmark("write Int, saved in SQLite by itself") {
                let workspace = try Workspace()
                let state = AppState(store: .sqlite(at: workspace.file("state.sqlite")), lifecycle: .none)
                var contest = try intContest(state)
                contest.keepsAlive = workspace
                return contest
            },
            Benchmark("write an equal Int") {
                let (state, observable, defaults) = (memoryState(), ObservableState(), try DefaultsState())
                return Contest(
                    entrants: [
                        Entrant("DataContainer") { for _ in 0..<$0 { state.int = unforeseen(0) } },
                        Entrant("DataContainer, another value") {
                            for number in 0..<$0 { state.a = unforeseen(number + 1) }
                        },
                        Entrant("@Observable") { for _ in 0..<$0 { observable.int = unforeseen(0) } },
                        Entrant("UserDefaults") {
                            for _ in 0..<$0 { defaults.defaults.set(unforeseen(0), forKey: "int") }
                        },
                    ],
                    targets: [
                        Target(beside: "DataContainer, another value", bound: .atMost(1)),
                        Target(beside: "UserDefaults", bound: .timesFaster(50)),
                    ])
            },
            Benchmark("write String") {
                let (state, observable) = (memoryState(), ObservableState())
                let (mutex, defaults) = (MutexState(), try DefaultsState())
                let texts = Texts.both
                return Contest(
                    entrants: [
                        Entrant("DataContainer") { for number in 0..<$0 { state.text = texts[number & 1] } },
                        Entrant("@Observable") { for number in 0..<$0 { observable.text = texts[number & 1] } },
                        Entrant("Mutex") { count in
                            for number in 0..<count { mutex.text.withLock { $0 = texts[number & 1] } }
                        },
                        Entrant("UserDefaults") {
                            for number in 0..<$0 { defaults.defaults.set(texts[number & 1], forKey: "text") }
                        },
                    ],
                    targets: targets)
            },
            Benchmark("Int += 1") {
                let (state, observable) = (memoryState(), ObservableState())
                let (mutex, defaults) = (MutexState(), try DefaultsState())
                return Contest(
                    entrants: [
                        Entrant("DataContainer") { for _ in 0..<$0 { state.int += 1 } },
                        Entrant("@Observable") { for _ in 0..<$0 { observable.int += 1 } },
                        Entrant("Mutex") { for _ in 0..<$0 { mutex.int.withLock { $0 += 1 } } },
                        Entrant("UserDefaults") {
                            for _ in 0..<$0 {
                                defaults.defaults.set(defaults.defaults.integer(forKey: "int") + 1, forKey: "int")
                            }
                        },
                    ],
                    targets: targets)
            },
        ]
    }

    private static func intContest(_ state: AppState) throws -> Contest {
        let (observable, mutex, defaults) = (ObservableState(), MutexState(), try DefaultsState())
        return Contest(
            entrants: [
                Entrant("DataContainer") {
                    for number in 0..<$0 { state.int = number }
                },
                Entrant("@Observable") { for number in 0..<$0 { observable.int = number } },
                Entrant("Mutex") { for number in 0..<$0 { mutex.int.withLock { $0 = number } } },
                Entrant("UserDefaults") { for number in 0..<$0 { defaults.defaults.set(number, forKey: "int") } },
            ],
            targets: targets)
    }

    /// An element is appended and another removed, so that the array keeps its length: half of the two is reported.
    static var appending: [Benchmark] {
        [10, 1_000, 100_000].map { length in
            Benchmark("append to an array of \(length.formatted(.number.locale(Locale(identifier: "en"))))") {
                let (state, observable) = (memoryState(), ObservableState())
                let (mutex, defaults) = (MutexState(), try DefaultsState())
                let items = Array(0..<length)
                state.items = items
                observable.items = items
                mutex.items.withLock { $0 = items }
                defaults.defaults.set(items, forKey: "items")
                func half(_ name: String, _ run: @escaping (Int) throws -> Void) -> Entrant {
                    let entrant = Entrant(name, run)
                    return Entrant(measuring: name) { try entrant.measure($0) / 2 }
                }
                return Contest(
                    entrants: [
                        half("DataContainer") {
                            for number in 0..<$0 {
                                state.items.append(number)
                                state.items.removeLast()
                            }
                        },
                        half("@Observable") {
                            for number in 0..<$0 {
                                observable.items.append(number)
                                observable.items.removeLast()
                            }
                        },
                        half("Mutex") { count in
                            for number in 0..<count {
                                mutex.items.withLock { $0.append(number) }
                                mutex.items.withLock { _ = $0.removeLast() }
                            }
                        },
                        half("UserDefaults") {
                            for number in 0..<$0 {
                                var items = defaults.defaults.array(forKey: "items") as? [Int] ?? []
                                items.append(number)
                                defaults.defaults.set(items, forKey: "items")
                                items.removeLast()
                                defaults.defaults.set(items, forKey: "items")
                            }
                        },
                    ],
                    targets: targets)
            }
        }
    }
}
