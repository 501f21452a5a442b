import Foundation

/// A dictionary that is written whole, as JSON, at each save: to a temporary file that then takes the file's place, so
/// that the file is never half written. It waits for the disk, for the file before it is renamed and for the folder
/// afterwards, so that a save survives a power cut.
final class JSONFile {
    private let url: URL
    /// The folder, kept open to be synchronized.
    private let folder: Int32
    var values: [String: Int]

    private init(_ url: URL, _ values: [String: Int]) throws {
        self.url = url
        self.values = values
        folder = open(url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Failure("The folder of '\(url.path)' could not be opened: error \(errno).") }
    }

    /// A file with so many entries, which is written by the first save.
    convenience init(_ url: URL, count: Int) throws {
        try self.init(url, Dictionary(uniqueKeysWithValues: (0..<count).map { (Entries.key($0), $0) }))
    }

    /// A file that is there.
    convenience init(reading url: URL) throws {
        try self.init(url, JSONDecoder().decode([String: Int].self, from: Data(contentsOf: url)))
    }

    deinit {
        close(folder)
    }

    /// Changes one value and saves all.
    func save(_ key: String, _ value: Int) throws {
        values[key] = value
        try save()
    }

    func save() throws {
        let data = try JSONEncoder().encode(values)
        let temporary = url.path + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw Failure("'\(temporary)' could not be opened: error \(errno).") }
        defer { close(file) }
        let written = data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard written == data.count, fsync(file) == 0, rename(temporary, url.path) == 0, fsync(folder) == 0 else {
            throw Failure("'\(url.path)' could not be written: error \(errno).")
        }
    }
}
