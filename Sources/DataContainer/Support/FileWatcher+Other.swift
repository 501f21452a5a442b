#if !canImport(Darwin) && !os(Linux) && !os(Android)
enum FileWatcherPlatform {
    /// Other systems are not watched.
    static func watch(
        folder: String, names: Set<String>, lockedNames: Set<String>, onEvent: @escaping @Sendable () -> Void
    ) -> (any FileWatch)? {
        nil
    }
}
#endif
