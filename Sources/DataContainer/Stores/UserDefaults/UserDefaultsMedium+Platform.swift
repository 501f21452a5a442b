internal import Foundation

/// What differs between the systems' `UserDefaults`.
enum UserDefaultsMedium {}

#if canImport(Darwin)
extension UserDefaultsMedium {
    /// Whether every date and every number comes back to the last bit.
    static let isExact = true

    /// Runs `body`. Nothing is locked: setting a value runs observers of the app's, who may use a store, and the
    /// system keeps its own order.
    static func exclusively<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try body()
    }

    /// Does nothing: a daemon keeps the values, and the system reads them.
    static func refresh(_ defaults: UserDefaults, domain: String) throws(StoreError) {}

    /// Does nothing: a daemon keeps and writes the values.
    static func check(domain: String, isChanged: Bool) throws(StoreError) {}

    /// Does nothing: a daemon has the values as soon as they are set, and writes them.
    static func save(_ defaults: UserDefaults, domain: String, durability: Durability) throws(StoreError) {}
}
#else
extension UserDefaultsMedium {
    /// Whether every date and every number comes back to the last bit. The file is XML, which has whole seconds.
    static let isExact = false

    /// Runs `body`, one thread at a time: looking at the file, changing values and writing the file belong together.
    static func exclusively<Result: Sendable>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try turn.withLock { (_) throws(StoreError) -> Result in try body() }
    }

    private static let turn = Lock((), isHeldLong: true)

    /// Reads the file anew, and makes sure first that it is one: Foundation takes a damaged file for an empty one.
    static func refresh(_ defaults: UserDefaults, domain: String) throws(StoreError) {
        try UserDefaultsFile(domain: domain).check()
        // Without changes to write, this drops what Foundation remembers of the file. With some, left by other code
        // or by a commit that failed, a failure to write them is found at the next commit.
        defaults.synchronize()
    }

    /// Makes sure that the file is one, and can be written if it is to be.
    static func check(domain: String, isChanged: Bool) throws(StoreError) {
        let file = UserDefaultsFile(domain: domain)
        try file.check()
        if isChanged {
            try file.checkWriting()
        }
    }

    /// Writes the file: nothing else does, not even the end of the process.
    static func save(_ defaults: UserDefaults, domain: String, durability: Durability) throws(StoreError) {
        let file = UserDefaultsFile(domain: domain)
        guard defaults.synchronize() else {
            throw file.writingError
        }
        file.noteIsSound()
        if durability == .power {
            try file.synchronize()
        }
    }
}
#endif
