import Foundation
import Testing

@testable import TwoScreens

@Suite("The program in a terminal")
struct TerminalModeTests {
    let home: Home
    let terminal: PseudoTerminal
    /// The terminal's mode before the program.
    let mode: [UInt]
    private let store: String

    init() throws {
        home = try Home()
        terminal = try PseudoTerminal()
        mode = terminal.mode
        store = "sqlite:\(home.path("state.sqlite"))"
    }

    private func start() throws -> Child {
        // Crashes leave no core file behind.
        let script = "ulimit -c 0; exec \"$0\" \"$@\""
        let child = try Child(
            "/bin/sh", ["-c", script, Home.program, "--store", store], environment: home.environment,
            terminal: terminal.path)
        try terminal.wait(for: "First screen", field: "0")
        #expect(terminal.mode != mode)
        #expect(terminal.screenModes.isSuperset(of: [1049, 2004]))
        return child
    }

    /// Checks that the terminal is as it was before the program.
    private func expectRestored(_ location: SourceLocation = #_sourceLocation) throws {
        try terminal.drain()
        #expect(terminal.mode == mode, sourceLocation: location)
        #expect(terminal.screenModes == [7, 25], sourceLocation: location)
    }

    private func expectSaved(_ value: Int, _ location: SourceLocation = #_sourceLocation) throws {
        #expect(
            try home.launch("--store", store).lines == ["First screen: \(value)"], sourceLocation: location)
    }

    @Test("A value is edited on one screen, seen on the other, and saved", arguments: ["q", "\u{4}"])
    func editing(_ quit: String) throws {
        let child = try start()
        try terminal.type("\u{7F}42")
        try terminal.wait(for: "First screen", field: "42")
        try terminal.type("\t")
        try terminal.wait(for: "Second screen", field: "42")
        try terminal.type("7\r")
        try terminal.wait(for: "Second screen", field: "427")
        try terminal.type("\t" + quit)
        #expect(try child.end() == .exit(0))
        try expectRestored()
        try expectSaved(427)
    }

    @Test("UTF-8 that is cut between two reads is one character, and arrows and pasted text garble nothing")
    func input() throws {
        let child = try start()
        try terminal.type([0x7F, 0xE6, 0x97])
        try terminal.wait("the empty field") { $0.contains { $0.hasPrefix("  │    ") } }
        try terminal.type([0xA5])
        try terminal.wait(for: "First screen", field: "日")
        try terminal.type("\u{1B}[A\u{1B}[<0;1;1M\u{1B}[200~1\nq\u{1B}[201~😀")
        try terminal.wait(for: "First screen", field: "日1q😀")
        try terminal.type("\u{7F}\u{7F}\u{7F}\u{7F}5\r")
        try terminal.wait(for: "First screen", field: "5")
        try terminal.type("\u{4}")
        #expect(try child.end() == .exit(0))
        try expectSaved(5)
    }

    @Test("The picture follows the window's size, down to a single character")
    func resizing() throws {
        let child = try start()
        terminal.resize(rows: 5, columns: 20)
        try terminal.wait("the small picture") { $0[0] == "First screen" && $0[2] == "│ 0                │" }
        terminal.resize(rows: 1, columns: 1)
        try terminal.type("\u{7F}")
        terminal.resize(rows: 2, columns: 5)
        try terminal.wait("the tiny picture") { $0 == ["First", ""] }
        terminal.resize(rows: 9, columns: 44)
        try terminal.type("7")
        try terminal.wait(for: "First screen", field: "7")
        try terminal.type("\u{4}")
        #expect(try child.end() == .exit(0))
        try expectRestored()
    }

    @Test(
        "A signal that ends the program ends it, when the value is saved and the terminal restored",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(_ signal: Int32) throws {
        let child = try start()
        try terminal.type("6\r\t")
        try terminal.wait(for: "Second screen", field: "6")
        kill(child.pid, signal)
        #expect(try child.end() == .signal(signal))
        try expectRestored()
        try expectSaved(6)
    }

    @Test("A signal that crashes the program leaves the terminal as it was", arguments: [SIGABRT, SIGILL, SIGQUIT])
    func crashes(_ signal: Int32) throws {
        let child = try start()
        kill(child.pid, signal)
        #expect(try child.end() == .signal(signal))
        try expectRestored()
    }

    @Test("Ctrl-C ends the program as SIGINT does")
    func interrupt() throws {
        let child = try start()
        try terminal.type("6\r\u{3}")
        #expect(try child.end() == .signal(SIGINT))
        try expectRestored()
        try expectSaved(6)
    }

    @Test("When the window is closed, the program ends, and what was entered is saved")
    func hangUp() throws {
        let child = try start()
        try terminal.type("6\r\t")
        try terminal.wait(for: "Second screen", field: "6")
        terminal.hangUp()
        // The signal comes, and the end of the input too: whichever is first.
        #expect([.signal(SIGHUP), .exit(0), .exit(74)].contains(try child.end()))
        try expectSaved(6)
    }

    @Test("A job that no shell could continue is saved at Ctrl-Z, and appears again")
    func orphan() throws {
        let child = try start()
        try terminal.type("6\u{1A}")
        try terminal.wait("the way back") { _ in self.count("\u{1B}[?1049h") > 1 }
        try terminal.wait(for: "First screen", field: "6")
        try expectSaved(6)
        try terminal.type("q")
        #expect(try child.end() == .exit(0))
        try expectRestored()
    }

    @Test("Ctrl-Z, and SIGTSTP from elsewhere, save and stop the program; fg brings it back", arguments: [true, false])
    func background(_ isTyped: Bool) throws {
        let pidFile = home.path("pid")
        // A shell with job control, which waits for the person each time that the program stops or ends.
        let script = """
            set -m
            sh -c 'echo $$ >"$0.new"; mv "$0.new" "$0"; exec "$@"' "$0" "$@"
            echo "stopped $?"; read answer
            echo 9 >"$0.answer"; fg >/dev/null
            echo "stopped $?"; read answer
            fg >/dev/null
            echo "ended $?"; read answer
            """
        let child = try Child(
            "/bin/sh", ["-c", script, pidFile, Home.program, "--store", store], environment: home.environment,
            terminal: terminal.path)
        try terminal.wait(for: "First screen", field: "0")
        let pid = try #require(pid_t(String(contentsOfFile: pidFile, encoding: .utf8).dropLast()))
        for (round, value) in [(1, 6), (2, 65)] {
            try terminal.type(round == 1 ? "\u{7F}6" : "5")
            try terminal.wait(for: "First screen", field: "\(value)")
            if isTyped { try terminal.type("\u{1A}") } else { kill(pid, SIGTSTP) }
            try terminal.wait("the shell, time \(round)") { _ in
                self.count("stopped \(128 + SIGTSTP)") == round
            }
            #expect(terminal.mode == mode)
            #expect(terminal.screenModes == [7, 25])
            if isTyped { try expectSaved(value) }
            try terminal.type("\n")
            try terminal.wait("the way back") { _ in self.count("\u{1B}[?1049h") > round }
            try terminal.wait(for: "First screen", field: "\(value)")
            #expect(terminal.mode != mode)
        }
        try terminal.type("q")
        try terminal.wait(for: "ended 0")
        try expectRestored()
        try terminal.type("\n")
        #expect(try child.end() == .exit(0))
    }

    /// How often the program has written `text`.
    private func count(_ text: String) -> Int {
        String(decoding: terminal.output, as: UTF8.self).components(separatedBy: text).count - 1
    }
}
