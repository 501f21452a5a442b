/// Collects what is not as expected, so that one run shows all of it.
public struct Checks: Sendable {
    /// A line for each value that was not the expected one.
    public private(set) var failures: [String] = []
    /// How many values were compared.
    public private(set) var count = 0

    /// Makes an empty collection.
    public init() {}

    /// Notes it if the two values differ.
    public mutating func equal<Value: Equatable>(
        _ value: Value, _ expected: Value, file: String = #fileID, line: Int = #line
    ) {
        count += 1
        if value != expected {
            failures.append("\(file):\(line): \(value) is not \(expected)")
        }
    }
}
