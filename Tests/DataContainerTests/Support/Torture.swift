import Foundation

/// How thoroughly the tests that repeat something do so.
enum Torture {
    /// Whether the environment variable DATACONTAINER_TORTURE is set: everything is tried, which takes minutes.
    static let isOn = ProcessInfo.processInfo.environment["DATACONTAINER_TORTURE"] != nil

    /// `all` under torture, otherwise `sample`.
    static func count(_ sample: Int, all: Int) -> Int {
        isOn ? all : sample
    }
}
