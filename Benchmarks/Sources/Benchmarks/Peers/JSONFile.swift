import Foundation

/// A dictionary that is written whole, as JSON, at each save: to a temporary file that then takes the file's place, so
/// that the file is never half written. It waits for the disk before, so that it survives a power cut.
final class JSONFile {
    private let url: URL
    var values: [String: Int]

    init(_ url: URL, count: Int) {
        self.url = url
        values = Dictionary(uniqueKeysWithValues: (0..<count).map { (Entries.key($0), $0) })
    }

    func save() throws {
        let data = try JSONEncoder().encode(values)
        let temporary = url.path + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw Failure("'\(temporary)' could not be opened: error \(errno).") }
        defer { close(file) }
        let written = data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard written == data.count, fsync(file) == 0, rename(temporary, url.path) == 0 else {
            throw Failure("'\(url.path)' could not be written: error \(errno).")
        }
    }
}
