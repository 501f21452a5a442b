import Foundation
import Testing

@testable import TwoScreens

@Suite("The program without a terminal")
struct CommandModeTests {
    let home: Home

    init() throws {
        home = try Home()
    }

    private static let edits = "edit 42\nnext\nbackground\nquit\nedit 1\n"
    private static let lines = ["First screen: 0", "Second screen: 42", "Saved", "Second screen: 42"]

    @Test(
        "A value that was edited is there at the next launch",
        arguments: [[], ["--store", "userdefaults"], ["--store", "sqlite"], ["--store", "sqlite:FOLDER/a b.sqlite"]])
    func comesBack(_ arguments: [String]) throws {
        let arguments = arguments.map { $0.replacingOccurrences(of: "FOLDER", with: home.folder.path) }
        #expect(
            try home.launch(arguments, input: Array(Self.edits.utf8))
                == Home.Launch(lines: Self.lines, problems: [], end: .exit(0)))
        #expect(
            try home.launch(arguments, input: Array("next".utf8))
                == Home.Launch(lines: ["First screen: 42", "Second screen: 42"], problems: [], end: .exit(0)))
    }

    @Test(
        "The end alone saves, whatever ends the program in order",
        arguments: [("edit 42", 0), ("edit 42\nquit\n", 0), ("edit 42\nfoo\n", 64)])
    func endSaves(_ input: String, status: Int32) throws {
        #expect(try home.launch(input: input).end == .exit(status))
        #expect(try home.launch().lines == ["First screen: 42"])
    }

    @Test("Memory is gone with the launch")
    func memory() throws {
        let first = try home.launch("--store", "memory", input: Self.edits)
        #expect(first == Home.Launch(lines: Self.lines, problems: [], end: .exit(0)))
        #expect(try home.launch("--store", "memory").lines == ["First screen: 0"])
    }

    @Test("The stores are the places that they are said to be")
    func places() throws {
        for store in ["userdefaults", "sqlite", "memory", "sqlite:\(home.path("own.sqlite"))"] {
            #expect(try home.launch("--store", store, input: "edit \(store.utf8.count)").end == .exit(0))
        }
        #expect(try home.launch().lines == ["First screen: 12"])
        #expect(try home.launch("--store", "sqlite").lines == ["First screen: 6"])
        #expect(FileManager.default.fileExists(atPath: home.path("own.sqlite")))
        #if os(Linux)
        #expect(FileManager.default.fileExists(atPath: home.path("config/two-screens.plist")))
        #expect(
            FileManager.default.fileExists(atPath: home.path("state/two-screens/DataContainerSingleton.sqlite")))
        #endif
    }

    @Test("An unknown command ends the program with 64; what was printed before stays")
    func unknownCommand() throws {
        let launch = try home.launch(input: "next\nfoo\nnext\n")
        #expect(launch.lines == ["First screen: 0", "Second screen: 0"])
        #expect(launch.problems.first?.hasPrefix("two-screens: unknown command: 'foo'") == true)
        #expect(launch.end == .exit(64))
    }

    @Test("A wrong argument ends the program with 64, before anything is shown", arguments: ["--store", "--nonsense"])
    func wrongArgument(_ argument: String) throws {
        let launch = try home.launch(argument, input: "next\n")
        #expect(launch.lines == [])
        #expect(launch.problems.first?.contains(argument) == true)
        #expect(launch.end == .exit(64))
    }

    @Test("Help")
    func help() throws {
        let launch = try home.launch("--help", input: "foo\n")
        #expect(launch.problems == [])
        #expect(launch.end == .exit(0))
        for word in ["--store", "userdefaults", "sqlite:PATH", "memory", "edit TEXT", "background", "64"] {
            #expect(launch.lines.contains { $0.contains(word) })
        }
    }

    @Test("Bytes that are no UTF-8 are text that is no integer")
    func invalidText() throws {
        let launch = try home.launch([], input: Array("edit 5\nnext\nedit ".utf8) + [0xFF, 0x0A] + Array("next".utf8))
        #expect(launch.lines == ["First screen: 0", "Second screen: 5", "First screen: 0"])
        #expect(launch.end == .exit(0))
    }

    @Test("A save that fails is told, is no \"Saved\", and shows in the exit status; the value stays in memory")
    func failedSave() throws {
        // A folder in the file's place.
        try FileManager.default.createDirectory(atPath: home.path("folder"), withIntermediateDirectories: false)
        let launch = try home.launch("--store", "sqlite:\(home.path("folder"))", input: Self.edits)
        #expect(launch.lines == ["First screen: 0", "Second screen: 42", "Second screen: 42"])
        #expect(launch.problems.contains { $0.hasPrefix("two-screens: not saved: ") })
        #expect(launch.end == .exit(74))
    }

    @Test("Output that cannot be written is told, and what was edited is saved", arguments: ["-", "/dev/full"])
    func brokenOutput(_ output: String) throws {
        guard output == "-" || FileManager.default.fileExists(atPath: output) else { return }
        let launch = try home.launch(input: "edit 5\nbackground\n", output: output)
        #expect(launch.problems.count == 1)
        #expect(launch.problems.first?.hasPrefix("two-screens: cannot write: ") == true)
        #expect(launch.end == .exit(74))
        // The store's file did not become the closed output.
        #expect(try home.launch().lines == ["First screen: 0"])
    }

    @Test("A reader that goes away does not cost what was edited")
    func brokenPipe() throws {
        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        let child = try Child(
            Home.program, [], environment: home.environment,
            streams: [input.reading, FileDescriptor(number: output.writing.number)])
        let isShown = try output.reading.waitUntilReadable(until: Date(timeIntervalSinceNow: Child.patience))
        #expect(isShown)
        input.reading.close()
        output.reading.close()
        try output.writing.waitUntilBroken(until: Date(timeIntervalSinceNow: Child.patience))
        let commands = "edit 5\nnext\nquit\n"
        #expect(write(input.writing.number, commands, commands.utf8.count) == commands.utf8.count)
        #expect(try child.end() == .exit(74))
        #expect(try home.launch().lines == ["First screen: 5"])
    }
}
