import DataContainer
import Foundation
import Observation

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
            }
        ]
    }
}
