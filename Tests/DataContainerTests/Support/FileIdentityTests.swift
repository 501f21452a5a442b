import Foundation
import Testing

@testable import DataContainer

@Suite("A file is told from every other")
struct FileIdentityTests {
    @Test func differsBetweenFiles() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.file("a"))
        try Data().write(to: folder.file("b"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "a")
        let identity = try #require(FileIdentity(folder.file("a").path))
        #expect(identity != FileIdentity(folder.file("b").path))
        #expect(identity == FileIdentity(folder.file("link").path))
        #expect(FileIdentity(folder.file("c").path) == nil)
        rename(folder.file("a").path, folder.file("c").path)
        #expect(identity == FileIdentity(folder.file("c").path))
    }

    #if os(Linux)
    /// The outermost folders of both have the number 1.
    @Test func differsBetweenFileSystems() {
        #expect(FileIdentity("/proc") != FileIdentity("/sys"))
    }
    #endif
}
