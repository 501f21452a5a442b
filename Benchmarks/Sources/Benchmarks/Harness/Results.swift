import Foundation

/// What one contest gave.
struct ContestResult: Codable, Sendable {
    var work: String
    var unit: Unit
    /// The first is this package.
    var entrants: [EntrantResult]
}

/// What one entrant of a contest gave, for one operation.
struct EntrantResult: Codable, Sendable {
    var name: String
    var median: Double
    var minimum: Double
    var samples: Int
    /// The first entrant's cost divided by this one's: the median over pairs of samples that were taken in turn.
    var ratio: Double?
    /// The first entrant's minimum divided by this one's.
    var ratioOfMinimums: Double?
    /// What the ratio has to be.
    var target: String?
    var isReached: Bool?
}

/// Everything that one run gave: the content of `results.json`.
struct Results: Codable, Sendable {
    var date: String
    var machine: String
    var cores: Int
    var system: String
    var compiler: String
    var seconds: Double
    /// How many processes wanted to run on average when the run began: more than none, and the figures are worse than
    /// those of an idle machine.
    var loadBefore: Double
    var contests: [ContestResult]

    /// The JSON text, one key a line, so that two runs can be compared line by line.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var results = self
        for contest in results.contests.indices {
            for entrant in results.contests[contest].entrants.indices {
                results.contests[contest].entrants[entrant].round()
            }
        }
        return try encoder.encode(results) + Data("\n".utf8)
    }
}

extension EntrantResult {
    /// To what the measurement can tell.
    fileprivate mutating func round() {
        median = median.rounded(digits: 1)
        minimum = minimum.rounded(digits: 1)
        ratio = ratio?.rounded(digits: 5)
        ratioOfMinimums = ratioOfMinimums?.rounded(digits: 5)
    }
}

extension Double {
    fileprivate func rounded(digits: Int) -> Double {
        let scale = pow(10, Double(digits))
        return (self * scale).rounded() / scale
    }
}
