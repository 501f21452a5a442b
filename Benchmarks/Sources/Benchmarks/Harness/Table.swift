import Foundation

/// Prints results as they come in.
enum Table {
    static func printHeader() {
        Swift.print(line("", "median", "minimum", "ours/this", "of minima", "target"))
    }

    static func print(_ contest: ContestResult) {
        Swift.print("\n" + contest.work)
        for entrant in contest.entrants {
            var target = entrant.target ?? ""
            if let isReached = entrant.isReached { target += isReached ? "  reached" : "  NOT REACHED" }
            Swift.print(
                line(
                    "  " + entrant.name, contest.unit.text(entrant.median), contest.unit.text(entrant.minimum),
                    entrant.ratio.map(ratio) ?? "", entrant.ratioOfMinimums.map(ratio) ?? "", target))
        }
    }

    private static func line(_ columns: String...) -> String {
        let widths = [36, 10, 10, 11, 11, 0]
        return zip(columns, widths).enumerated()
            .map { index, column in
                let (text, width) = column
                let padding = String(repeating: " ", count: max(0, width - text.count))
                return index == 0 ? text + padding : index == columns.count - 1 ? "   " + text : padding + text
            }
            .joined()
    }

    /// 1.55 ×, or 1/31 for what is 31 times faster.
    private static func ratio(_ value: Double) -> String {
        value >= 0.1 ? String(format: "%.2f ×", value) : String(format: "1/%.0f", 1 / value)
    }
}

extension Unit {
    /// A value with its unit.
    func text(_ value: Double) -> String {
        let steps: [(Double, String)] =
            switch self {
            case .nanoseconds: [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")]
            case .bytes: [(1e6, "MB"), (1e3, "kB"), (1, "B")]
            }
        let (size, name) = steps.first { value >= $0.0 } ?? (1, steps.last?.1 ?? "")
        let number = value / size
        return String(format: number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number) + " " + name
    }
}
