import Foundation
import Testing

@testable import DataContainer

// SIGTSTP and SIGCONT: the background and the return.
extension SignalTests {
    @Test("SIGTSTP is the background, then the process stops; SIGCONT is the return; and again")
    func stopAndContinue() throws {
        let child = try child("observe")
        for _ in 0..<3 {
            try child.send(SIGTSTP)
            #expect(try child.nextChange() == .stopped(SIGTSTP))
            try child.expect("background")
            try child.send(SIGCONT)
            try child.expect("foreground")
            try child.command("hello")
        }
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test("SIGSTOP cannot be seen, but the return from it can")
    func uncatchableStop() throws {
        let child = try child("observe")
        try child.send(SIGSTOP)
        #expect(try child.nextChange() == .stopped(SIGSTOP))
        try child.send(SIGCONT)
        try child.expect("foreground")
    }

    @Test("SIGTERM to a stopped process is the end once it is continued")
    func termWhileStopped() throws {
        let child = try child("observe")
        try child.send(SIGTSTP)
        #expect(try child.nextChange() == .stopped(SIGTSTP))
        try child.send(SIGTERM)
        try child.send(SIGCONT)
        #expect(try child.nextChange() == .killed(SIGTERM))
        let rest = try child.rest()
        #expect(rest.first == "background")
        #expect(rest.filter { $0 == "end" }.count == 1)
    }

    @Test("A process that is continued while it saves does not stop")
    func continuedWhileSaving() throws {
        let child = try child("hold-background")
        try child.send(SIGTSTP)
        try child.expect("holding background")
        try child.send(SIGCONT)
        try child.release()
        try child.expect("background")
        try child.expect("foreground")
        try child.command("hello")
    }

    @Test("A process that is continued and stopped again while it saves does stop")
    func stoppedAgainWhileSaving() throws {
        let child = try child("hold-background")
        try child.send(SIGTSTP)
        try child.expect("holding background")
        for signal in [SIGCONT, SIGTSTP] {
            try child.send(signal)
            // The main thread takes the signal before it reads the next command.
            try child.command("hello")
        }
        try child.release()
        #expect(try child.nextChange() == .stopped(SIGTSTP))
        try child.expect("background")
        try child.send(SIGCONT)
        try child.expect("foreground")
    }

    @Test("Where nobody could continue the process, it does not stop, and goes on at once")
    func orphaned() throws {
        // Started as a group's leader it cannot leave its session: a process that it forks can, and is orphaned.
        let child = try child("fork-into-session")
        try child.command("observe")
        for _ in 0..<2 {
            try child.tell("stop-yourself")
            try child.expect(anyOrder: ["ok", "background", "foreground"])
        }
    }
}
