import Foundation
import Testing

@testable import DataContainer

@Suite("The default place")
struct SQLitePlaceTests {
    @Test(arguments: [
        ("AppState", "AppState"), ("a/b", "a%2Fb"), ("..", "%2E."), (".", "%2E"), ("../x", "%2E.%2Fx"),
        ("a%2Fb", "a%252Fb"),
        (".hidden", "%2Ehidden"), ("a\0b", "a%00b"), ("Ünïcode name", "Ünïcode name"), ("", ""),
    ])
    func nameIsOneComponent(_ name: String, _ component: String) {
        #expect(SQLitePlace.component(name) == component)
    }

    #if !canImport(Darwin)
    @Test(arguments: [
        (["XDG_STATE_HOME": "/state"], "/state/app"), ([:], "/home/me/.local/state/app"),
        (["XDG_STATE_HOME": ""], "/home/me/.local/state/app"),
        (["XDG_STATE_HOME": "relative/place"], "/home/me/.local/state/app"),
        (["XDG_STATE_HOME": "/a b/%41"], "/a b/%41/app"), (["HOME": "/other"], "/other/.local/state/app"),
        (["HOME": ""], "/home/me/.local/state/app"),
    ])
    func folderFollowsTheSpecification(_ environment: [String: String], _ path: String) {
        let url = SQLitePlace.standardFolder(environment: environment, home: "/home/me", program: "app")
        #expect(url.path(percentEncoded: false) == path)
    }

    @Test func folderAndFileAreMadeForTheUserAlone() throws {
        let folder = try TemporaryFolder()
        let state = folder.url.appending(path: "new/state")
        let lines = try StoreChildProcess.run(["standard", "../x"], environment: ["XDG_STATE_HOME": state.path])
        let path = state.path + "/StoreChild/%2E.%2Fx.sqlite"
        #expect(lines == [path])
        #expect(try permissions(path) == 0o600)
        #expect(try permissions(state.path + "/StoreChild") == 0o700)
        #expect(try permissions(state.path) == 0o700)
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #endif
}
