import DataContainer
import Foundation
import Synchronization

// Reading one property, on one thread and on several at the same time.
extension Benchmark {
    /// The states that are read: each holds the same values.
    private struct States: Sendable {
        let ours = AppState(store: .memory, saving: .manually, lifecycle: .none)
        let observable = ObservableState()
        let mutex = MutexState()
        let defaults: DefaultsState

        init() throws {
            defaults = try DefaultsState()
            let items = Array(0..<10_000)
            ours.items = items
            observable.items = items
            mutex.items.withLock { $0 = items }
            defaults.defaults.set(0, forKey: "int")
            defaults.defaults.set(Texts.first, forKey: "text")
            try defaults.set(Profile())
            defaults.defaults.set(items, forKey: "items")
        }
    }

    /// The four ways to read one of the values, so many times.
    private struct Reads: Sendable {
        var name: String
        var ours: @Sendable (AppState, Int) -> Void
        var observable: @Sendable (ObservableState, Int) -> Void
        var mutex: @Sendable (MutexState, Int) -> Void
        var defaults: @Sendable (DefaultsState, Int) -> Void
    }

    private static let reads = [
        Reads(
            name: "read Int",
            ours: { state, count in for _ in 0..<count { blackHole(state.int) } },
            observable: { state, count in for _ in 0..<count { blackHole(state.int) } },
            mutex: { state, count in for _ in 0..<count { blackHole(state.int.withLock { $0 }) } },
            defaults: { state, count in for _ in 0..<count { blackHole(state.defaults.integer(forKey: "int")) } }),
        Reads(
            name: "read String",
            ours: { state, count in for _ in 0..<count { blackHole(state.text) } },
            observable: { state, count in for _ in 0..<count { blackHole(state.text) } },
            mutex: { state, count in for _ in 0..<count { blackHole(state.text.withLock { $0 }) } },
            defaults: { state, count in for _ in 0..<count { blackHole(state.defaults.string(forKey: "text")) } }),
        Reads(
            name: "read struct",
            ours: { state, count in for _ in 0..<count { blackHole(state.profile) } },
            observable: { state, count in for _ in 0..<count { blackHole(state.profile) } },
            mutex: { state, count in for _ in 0..<count { blackHole(state.profile.withLock { $0 }) } },
            defaults: { state, count in for _ in 0..<count { blackHole(state.profile()) } }),
        Reads(
            name: "read count of array of 10,000",
            ours: { state, count in for _ in 0..<count { blackHole(state.items.count) } },
            observable: { state, count in for _ in 0..<count { blackHole(state.items.count) } },
            mutex: { state, count in for _ in 0..<count { blackHole(state.items.withLock { $0.count }) } },
            defaults: { state, count in
                for _ in 0..<count { blackHole(state.defaults.array(forKey: "items")?.count) }
            }),
    ]

    static var reading: [Benchmark] {
        reads.flatMap { read in
            [1, 2, 8].map { threads in
                Benchmark("\(read.name), \(threads) thread\(threads == 1 ? "" : "s")") {
                    contest(read, try States(), threads)
                }
            }
        }
    }

    private static func contest(_ read: Reads, _ states: States, _ threads: Int) -> Contest {
        func entrant(_ name: String, _ work: @escaping @Sendable (Int) -> Void) -> Entrant {
            threads == 1 ? Entrant(name) { work($0) } : crew(name, threads, work)
        }
        var contest = Contest(
            entrants: [
                entrant("DataContainer") { read.ours(states.ours, $0) },
                entrant("@Observable") { read.observable(states.observable, $0) },
                entrant("Mutex") { read.mutex(states.mutex, $0) },
                entrant("UserDefaults") { read.defaults(states.defaults, $0) },
            ],
            targets: [Target(beside: "UserDefaults", bound: .timesFaster(25))])
        if threads == 1 {
            // On several threads, @Observable would not be safe if anybody wrote: having no lock, it is no fair measure.
            contest.targets.append(Target(beside: "@Observable", bound: .atMost(1.7)))
        } else {
            contest.iterations = 1
            contest.rounds = 15
        }
        return contest
    }

    /// An entrant of several threads.
    private static func crew(_ name: String, _ threads: Int, _ work: @escaping @Sendable (Int) -> Void) -> Entrant {
        // Long enough for each thread to come to run.
        Entrant(measuring: name) { _ in Crew.measure(threads, seconds: threads > 2 ? 0.016 : 0.006, work) }
    }

    /// Whether two threads together get as much done as one.
    static var readingOnThreads: [Benchmark] {
        [
            Benchmark("read Int, 2 threads and 1") {
                let state = AppState(store: .memory, saving: .manually, lifecycle: .none)
                let mutex = MutexState()
                let work: @Sendable (Int) -> Void = { for _ in 0..<$0 { blackHole(state.int) } }
                let locked: @Sendable (Int) -> Void = {
                    for _ in 0..<$0 { blackHole(mutex.int.withLock { $0 }) }
                }
                return Contest(
                    entrants: [
                        crew("DataContainer, 2 threads", 2, work),
                        crew("DataContainer, 1 thread", 1, work),
                        crew("Mutex, 2 threads", 2, locked),
                        crew("Mutex, 1 thread", 1, locked),
                    ],
                    targets: [Target(beside: "DataContainer, 1 thread", bound: .atMost(1))],
                    iterations: 1)
            }
        ]
    }
}
