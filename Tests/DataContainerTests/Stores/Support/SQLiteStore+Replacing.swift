@testable import DataContainer

extension SQLiteStore {
    /// Changes the store's files by hand as one step: the store and its observers look at them before or after, never in
    /// the middle, when a log is gone but its file is still there.
    func replaceFiles(_ body: @Sendable () -> Void) throws {
        try withConnection { _ in body() }
    }
}
