/// The struct that is read and written.
struct Profile: Codable, Sendable, Equatable {
    var name = "A name that needs memory of its own"
    var age = 42
    var rating = 4.5
}

/// Two different texts to write in turn. They need memory of their own: a text of at most 15 bytes does not.
enum Texts {
    static let first = "a text that needs memory of its own"
    static let second = "b text that needs memory of its own"
    static let both = [first, second]
}
