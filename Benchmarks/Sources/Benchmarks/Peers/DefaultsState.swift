import Foundation

/// `UserDefaults`, in a suite of its own in the benchmark's folder.
///
/// Unchecked, because `UserDefaults` is documented to be safe on every thread, and Foundation on Linux does not say so
/// to the compiler.
final class DefaultsState: @unchecked Sendable {
    let suite: String
    let defaults: UserDefaults

    init(_ suite: String = "benchmarks-\(UUID().uuidString)") throws {
        guard let defaults = UserDefaults(suiteName: suite) else { throw Failure("There is no suite '\(suite)'.") }
        self.suite = suite
        self.defaults = defaults
    }

    /// Reads a struct: as JSON, which is what `UserDefaults` needs for one.
    func profile() -> Profile? {
        defaults.data(forKey: "profile").flatMap { try? JSONDecoder().decode(Profile.self, from: $0) }
    }

    func set(_ profile: Profile) throws {
        defaults.set(try JSONEncoder().encode(profile), forKey: "profile")
    }

    /// Writes so many entries and saves them.
    func fill(_ count: Int) throws {
        for number in 0..<count {
            defaults.set(number, forKey: Entries.key(number))
        }
        try save()
    }

    func save() throws {
        guard defaults.synchronize() else { throw Failure("The suite '\(suite)' could not be saved.") }
    }
}
