import Foundation
import Testing

@testable import DataContainer

@Suite("A damaged header costs no entry")
struct SQLiteHeaderTests {
    @Test func everyEntryIsKept() throws {
        let folder = try TemporaryFolder()
        let bytes = try SQLiteDamageTests.file(in: folder)
        #expect(SQLiteHeader.fault(bytes) == nil)
        // The size of the file, its lists of free pages and other things that SQLite can do without, or the layout's number.
        for offset in 0..<64 where !(24..<40).contains(offset) {
            for name in try folder.names { try FileManager.default.removeItem(at: folder.file(name)) }
            var damaged = bytes
            damaged[offset] ^= 0xFF
            try damaged.write(to: folder.file())
            let store = SQLiteStore(url: folder.file())
            do throws(StoreError) {
                let snapshot = try store.load(nil)
                #expect(snapshot.entries.mapValues(\.value) == SQLiteDamageTests.values, "byte \(offset)")
            } catch {
                #expect(error.code == .newerLayout && (60..<64).contains(offset), "byte \(offset): \(error)")
            }
        }
    }
}
