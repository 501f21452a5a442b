import DataContainer
import Foundation

@testable import struct DataContainer.UserDefaultsFile

/// Suites of user defaults for one test, which are deleted with the object.
final class TemporarySuites {
    private var names: [String] = []

    func name() -> String {
        let name = "DataContainerTests.\(UUID().uuidString)"
        names.append(name)
        return name
    }

    func store(prefix: String = "") -> UserDefaultsStore {
        UserDefaultsStore(suiteName: name(), prefix: prefix)
    }

    deinit {
        for name in names {
            UserDefaults.standard.removePersistentDomain(forName: name)
            try? FileManager.default.removeItem(atPath: UserDefaultsFile(domain: name).path)
        }
    }
}
