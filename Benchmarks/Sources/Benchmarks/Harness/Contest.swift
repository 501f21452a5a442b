import Dispatch

/// One kind of work, done by several entrants in turn. The first entrant is this package; the ratios are the first
/// one's cost divided by each other's.
struct Contest {
    /// What is done, as in "read Int".
    var work = ""
    var unit = Unit.nanoseconds
    var entrants: [Entrant]
    var targets: [Target] = []
    /// How long a sample is, in seconds. Short ones, so that what else the machine does hits few of them.
    var sampleTime = 0.002
    /// How often an operation is done in a sample; `nil` finds out what `sampleTime` allows.
    var iterations: Int?
    /// How many samples each entrant gives, at most.
    var rounds = 31
    /// How many samples an entrant gives at least, however slow it is.
    var fewestRounds = 5
    /// For how long one entrant may run altogether, in seconds.
    var patience = 0.3
    /// What the entrants need: a folder of files.
    var keepsAlive: Workspace?
}

enum Unit: String, Codable, Sendable {
    case nanoseconds
    case bytes
}

/// One way to do a contest's work.
struct Entrant {
    var name: String
    /// Does the work so many times, and returns what it cost altogether in the contest's unit.
    var measure: (Int) throws -> Double

    /// An entrant whose cost is what it has measured itself.
    init(measuring name: String, _ measure: @escaping (Int) throws -> Double) {
        self.name = name
        self.measure = measure
    }

    /// An entrant whose cost is the time that `run` takes to do the work so many times.
    init(_ name: String, _ run: @escaping (Int) throws -> Void) {
        self.init(measuring: name) { iterations in
            let start = now()
            try run(iterations)
            return Double(now() - start)
        }
    }
}

/// The time of a clock that runs evenly, in nanoseconds.
func now() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
}

/// What a ratio has to be.
struct Target {
    enum Bound {
        /// The first entrant's cost is at most so many times the other's, not counting so many nanoseconds of it.
        case atMost(Double, allowance: Double = 0)
        /// The first entrant is at least so many times faster than the other.
        case timesFaster(Double)
    }

    /// The entrant that the first is compared with.
    var beside: String
    var bound: Bound
}
