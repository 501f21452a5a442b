import Testing

@testable import TwoScreens

@Suite("The command line")
struct OptionsTests {
    @Test(
        "Arguments that are understood",
        arguments: [
            ([], .userDefaults, false),
            (["--store", "userdefaults"], .userDefaults, false),
            (["--store", "sqlite"], .sqlite, false),
            (["--store", "memory"], .memory, false),
            (["--store=memory"], .memory, false),
            (["--store", "sqlite:a b:c.sqlite"], .sqliteFile("a b:c.sqlite"), false),
            (["--store=sqlite:/tmp/=.sqlite"], .sqliteFile("/tmp/=.sqlite"), false),
            (["--store", "memory", "--store", "sqlite"], .sqlite, false),
            (["--help"], .userDefaults, true),
            (["-h", "--store", "memory"], .memory, true),
        ] as [([String], StoreChoice, Bool)])
    func understood(_ arguments: [String], store: StoreChoice, wantsHelp: Bool) throws {
        let options = try Options(arguments)
        #expect(options.store == store)
        #expect(options.wantsHelp == wantsHelp)
    }

    @Test(
        "Arguments that are refused, with what is wrong",
        arguments: [
            (["--store"], "--store needs a value"), (["--store", ""], "no such store: ''"),
            (["--store="], "no such store: ''"), (["--store", "sqlite:"], "no such store: 'sqlite:'"),
            (["--store", "SQLite"], "no such store: 'SQLite'"), (["file"], "unknown argument: 'file'"),
            (["--stores", "memory"], "unknown argument: '--stores'"), ([""], "unknown argument: ''"),
            (["\u{1B}[2J"], "unknown argument: '\\u{1B}[2J'"),
        ])
    func refused(_ arguments: [String], because reason: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.description.hasPrefix(reason) == true)
    }
}
