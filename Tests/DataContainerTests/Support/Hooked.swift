/// A value whose `Equatable` and `Codable` code does what a test wants, on the threads that the test chooses.
struct Hooked: Codable, Sendable, Equatable {
    /// Runs before two values are compared inside `withValue`.
    @TaskLocal static var onCompare: (@Sendable () -> Void)?
    /// Runs before a value is encoded inside `withValue`.
    @TaskLocal static var onEncode: (@Sendable () -> Void)?

    var number: Int

    init(_ number: Int) {
        self.number = number
    }

    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        Hooked.onEncode?()
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    static func == (left: Hooked, right: Hooked) -> Bool {
        Hooked.onCompare?()
        return left.number == right.number
    }
}
