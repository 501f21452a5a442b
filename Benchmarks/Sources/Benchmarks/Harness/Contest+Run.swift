import Foundation

extension Contest {
    /// Warms every entrant up, then lets them give their samples in turn.
    func run(quick: Bool) throws -> ContestResult {
        let rounds = quick ? min(self.rounds, 7) : self.rounds
        let fewestRounds = quick ? min(self.fewestRounds, 3) : self.fewestRounds
        let patience = quick ? self.patience / 4 : self.patience

        var plans: [(iterations: Int, stride: Int)] = []
        for entrant in entrants {
            let (iterations, cost) = try warmUp(entrant)
            let affordable = unit == .nanoseconds ? Int(patience * 1e9 / max(1, cost)) : rounds
            let samples = min(rounds, max(fewestRounds, affordable))
            plans.append((iterations, (rounds + samples - 1) / samples))
        }
        var samples = [[Double?]](repeating: [], count: entrants.count)
        for round in 0..<rounds {
            // Each time another one begins, so that none always follows the same other one.
            for turn in entrants.indices {
                let index = (turn + round) % entrants.count
                let (iterations, stride) = plans[index]
                guard round.isMultiple(of: stride) else {
                    samples[index].append(nil)
                    continue
                }
                samples[index].append(try entrants[index].measure(iterations) / Double(iterations))
            }
        }
        return result(samples)
    }

    /// Finds out how often an entrant can do the work in one sample. Returns that and what such a sample costs.
    private func warmUp(_ entrant: Entrant) throws -> (iterations: Int, cost: Double) {
        if let iterations {
            return (iterations, try entrant.measure(iterations))
        }
        var iterations = 1
        // The first time costs more than any other: it does not count.
        _ = try entrant.measure(1)
        while true {
            let cost = try entrant.measure(iterations)
            let wanted = sampleTime * 1e9
            if cost >= wanted / 2 { return (iterations, cost) }
            let factor = min(10, max(2, wanted / max(1, cost)))
            iterations = Int((Double(iterations) * factor).rounded())
        }
    }

    private func result(_ samples: [[Double?]]) -> ContestResult {
        let rows = entrants.indices.map { index -> EntrantResult in
            let own = samples[index].compactMap { $0 }
            var row = EntrantResult(
                name: entrants[index].name, median: own.median, minimum: own.min() ?? .nan, samples: own.count)
            guard index > 0 else { return row }
            // Of two neighbours in time: what slows the machine down slows both of them down.
            let pairs = zip(samples[0], samples[index]).compactMap { ours, theirs in
                ours.flatMap { ours in theirs.map { (ours, $0) } }
            }
            row.ratio = pairs.map { $0 / $1 }.median
            row.ratioOfMinimums = (samples[0].compactMap { $0 }.min() ?? .nan) / row.minimum
            if let target = targets.first(where: { $0.beside == row.name }) {
                let (text, isReached) = target.bound.check(pairs)
                row.target = text
                row.isReached = isReached
            }
            return row
        }
        return ContestResult(work: work, unit: unit, entrants: rows)
    }
}

extension Target.Bound {
    fileprivate func check(_ pairs: [(ours: Double, theirs: Double)]) -> (text: String, isReached: Bool) {
        switch self {
        case .atMost(let bound, let allowance):
            let ratio = pairs.map { max(0, $0.ours - allowance) / $0.theirs }.median
            let text = "≤ \(bound.formatted()) ×" + (allowance > 0 ? " + \(Unit.nanoseconds.text(allowance))" : "")
            return (text, ratio <= bound)
        case .timesFaster(let bound):
            return ("≥ \(bound.formatted()) × faster", pairs.map { $0.theirs / $0.ours }.median >= bound)
        }
    }
}

extension [Double] {
    /// The value in the middle; not a number if there is none.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
