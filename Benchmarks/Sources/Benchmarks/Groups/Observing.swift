import DataContainer
import Dispatch
import Foundation
import Observation
import Synchronization

// Telling an observer of a change.
extension Benchmark {
    static var observing: [Benchmark] {
        [
            Benchmark("track, write, and be told") {
                let state = AppState(store: .memory, saving: .manually, lifecycle: .none)
                let observable = ObservableState()
                return Contest(
                    entrants: [
                        Entrant("DataContainer") {
                            for number in 0..<$0 {
                                withObservationTracking {
                                    blackHole(state.int)
                                } onChange: {
                                    blackHole(number)
                                }
                                state.int = number + 1
                            }
                        },
                        Entrant("@Observable") {
                            for number in 0..<$0 {
                                withObservationTracking {
                                    blackHole(observable.int)
                                } onChange: {
                                    blackHole(number)
                                }
                                observable.int = number + 1
                            }
                        },
                    ])
            },
            Benchmark("be told of a commit in another process") {
                let workspace = try Workspace()
                let url = workspace.file("state.sqlite")
                let state = AppState(store: .sqlite(at: url), saving: .manually, lifecycle: .none)
                let partner = try Partner(["write", url.path])
                return Contest(
                    entrants: [
                        Entrant(measuring: "DataContainer .sqlite") { count in
                            try (0..<count).reduce(0) { sum, _ in sum + (try latency(state, partner)) }
                        }
                    ],
                    iterations: 1, rounds: 31, patience: 2, keepsAlive: workspace)
            },
        ]
    }

    /// The time from the moment before the other process sets the property until an observer here is told.
    private static func latency(_ state: AppState, _ partner: Partner) throws -> Double {
        let told = Moment()
        withObservationTracking {
            blackHole(state.a)
        } onChange: {
            told.note()
        }
        try partner.ask()
        let time = try told.wait()
        try partner.waitForLine()
        return Double(time) - Double(state.a)
    }
}

/// When something happened.
private final class Moment: Sendable {
    private let time = Mutex<UInt64>(0)
    private let semaphore = DispatchSemaphore(value: 0)

    func note() {
        time.withLock { $0 = now() }
        semaphore.signal()
    }

    func wait() throws -> UInt64 {
        guard semaphore.wait(timeout: .now() + 10) == .success else {
            throw Failure("Nobody was told of another process's commit.")
        }
        return time.withLock { $0 }
    }
}
