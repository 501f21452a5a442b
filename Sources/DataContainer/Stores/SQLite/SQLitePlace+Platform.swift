internal import Foundation

extension SQLitePlace {
    /// The folder of the default place.
    static func standardFolder() throws(StoreError) -> URL {
        #if canImport(Darwin)
        let identifier = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return URL.applicationSupportDirectory.appending(path: component(identifier))
        #else
        return standardFolder(
            environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory(),
            program: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
        #endif
    }

    /// The folder that the XDG base directory specification gives for the state of a program: a variable that is
    /// empty or no absolute path counts as not set. `home` is for a process without a HOME. https://specifications.freedesktop.org/basedir-spec/latest/
    static func standardFolder(environment: [String: String], home: String, program: String) -> URL {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        var base = URL(filePath: home, directoryHint: .isDirectory).appending(path: ".local/state")
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            base = URL(filePath: state, directoryHint: .isDirectory)
        }
        return base.appending(component: component(program), directoryHint: .notDirectory)
    }
}
