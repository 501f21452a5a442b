internal import Foundation

/// A store that knows what it is called in the record of an import.
///
/// The name stays the same when the app is installed anew or its folders move, so it holds no folder.
protocol ImportSource {
    var importName: String { get }
}

extension UserDefaultsStore: ImportSource {
    var importName: String {
        "userDefaults:\(suiteName ?? ""):\(prefix)"
    }
}

extension SQLiteStore: ImportSource {
    var importName: String {
        "sqlite:\(url?.lastPathComponent ?? "")"
    }
}

extension FileStore: ImportSource {
    var importName: String {
        "file:\(url.lastPathComponent)"
    }
}

extension Store {
    /// This store, which takes over once what an older one holds; see ``ImportingStore``.
    ///
    /// ```swift
    /// AppState(store: .sqlite(at: url).importing(.userDefaults()))
    /// ```
    ///
    /// - Parameters:
    ///   - source: The old store. It is read and never changed.
    ///   - sourceName: The name under which this store records what was imported. Two old stores of one new store need
    ///     different ones. If left out, it is made of the kind of the old store and its suite, prefix or file name.
    public func importing<Source: Store>(
        _ source: Source, as sourceName: String? = nil
    ) -> ImportingStore<Self, Source> {
        ImportingStore(self, importing: source, as: sourceName)
    }
}
