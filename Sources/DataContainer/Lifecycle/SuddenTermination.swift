import Foundation

/// Keeps macOS from killing an app that has something to save.
///
/// An app whose Info.plist allows sudden termination is killed at logout without being told. The calls are counted, so
/// each `prevent` needs one `allow`. Elsewhere they do nothing. Any thread; cheap, but not free: call them when the
/// first change becomes pending and when the last is saved, not for each change.
/// https://developer.apple.com/documentation/foundation/processinfo/disablesuddentermination()
package enum SuddenTermination {
    /// From now on there is something to save.
    package static func prevent() {
        #if os(macOS)
        ProcessInfo.processInfo.disableSuddenTermination()
        #endif
    }

    /// All is saved.
    package static func allow() {
        #if os(macOS)
        ProcessInfo.processInfo.enableSuddenTermination()
        #endif
    }
}
