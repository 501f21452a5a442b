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

    /// A suite with so many entries, and those of `values`.
    static func filled(_ count: Int, _ values: [String: Int] = [:]) throws -> DefaultsState {
        let suite = "benchmarks-\(UUID().uuidString)"
        try fill(suite, count, values)
        return try DefaultsState(suite)
    }

    /// Writes so many entries, and `values`, into a suite that nobody has used.
    static func fill(_ suite: String, _ count: Int, _ values: [String: Int] = [:]) throws {
        var values = values
        for number in 0..<count { values[Entries.key(number)] = number }
        #if canImport(Darwin)
        UserDefaults.standard.setPersistentDomain(values, forName: suite)
        #else
        // Foundation's file, directly: setting very many values before saving them takes it time that grows with
        // their square.
        guard let folder = DefaultsFolder.current else { throw Failure("There is no folder for UserDefaults.") }
        let data = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        try data.write(to: folder.appending(path: "\(suite).plist"))
        #endif
    }

    func save() throws {
        guard defaults.synchronize() else { throw Failure("The suite '\(suite)' could not be saved.") }
    }
}
