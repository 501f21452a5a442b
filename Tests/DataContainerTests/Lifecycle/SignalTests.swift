import CLifecycleTesting
import Foundation
import Testing

@testable import DataContainer

/// Real signals to real processes. Serialized, since each test blocks a thread while it waits for its child.
@Suite("Signals: saved first, then what they would have done", .serialized)
struct SignalTests {
    func child(_ commands: String...) throws -> LifecycleChildProcess {
        let child = try LifecycleChildProcess()
        for command in commands { try child.command(command) }
        return child
    }

    // MARK: The end

    @Test(
        "A signal that ends the process is the end, and its status shows the signal",
        arguments: [
            SIGTERM, SIGINT, SIGHUP,
        ])
    func ending(signal: Int32) throws {
        let child = try child("observe")
        try child.send(signal)
        #expect(try child.nextChange() == .killed(signal))
        #expect(try child.rest() == ["end"])
    }

    @Test(
        "Normal exit is the end, and keeps its status",
        arguments: [
            ("return", 0), ("exit 3", 3),
        ])
    func normalExit(command: String, status: Int32) throws {
        let child = try child("observe")
        try child.tell(command)
        #expect(try child.nextChange() == .exited(status))
        #expect(try child.rest() == ["end"])
    }

    @Test("Many signals at once are one end")
    func manyAtOnce() throws {
        let child = try child("hold-end")
        let signals = [SIGTERM, SIGINT, SIGHUP]
        for _ in 0..<100 { try signals.forEach { try child.send($0) } }
        try child.expect("holding end")
        try child.release()
        guard case .killed(let signal) = try child.nextChange() else {
            Issue.record("not killed")
            return
        }
        #expect(signals.contains(signal))
        #expect(try child.rest() == ["end"])
    }

    @Test("Stops and continues in a burst end running, or stopped and able to be continued")
    func burst() throws {
        let child = try child("observe")
        for _ in 0..<200 { try [SIGTSTP, SIGCONT].forEach { try child.send($0) } }
        try child.send(SIGTERM)
        var change = try child.nextChange()
        while change == .stopped(SIGTSTP) {
            try child.send(SIGCONT)
            change = try child.nextChange()
        }
        #expect(change == .killed(SIGTERM))
        #expect(try child.rest().filter { $0 == "end" }.count == 1)
    }

    @Test("A stuck observer costs neither the others their turn nor the process its end")
    func stuck() throws {
        let child = try child("limit 1500", "get-stuck", "observe")
        try child.send(SIGTERM)
        #expect(try child.nextChange() == .killed(SIGTERM))
        #expect(try child.rest() == ["stuck", "end"])
    }

    @Test("A stuck observer does not keep a process from exiting")
    func stuckAtExit() throws {
        let child = try child("limit 1500", "get-stuck", "observe")
        try child.tell("exit 3")
        #expect(try child.nextChange() == .exited(3))
        #expect(try child.rest() == ["stuck", "end"])
    }

    @Test("Without observers a signal acts as ever")
    func noObservers() throws {
        let child = try child("observe", "forget")
        try child.send(SIGTERM)
        #expect(try child.nextChange() == .killed(SIGTERM))
        #expect(try child.rest() == [])
    }

    // MARK: exit() at bad moments

    @Test("exit() while a background event is being saved")
    func exitWhileSaving() throws {
        let child = try child("hold-background")
        try child.send(SIGTSTP)
        try child.expect("holding background")
        // Never continued by a shell: exit() comes from a thread of the process.
        try child.tell("exit 4")
        try child.release()
        // The stop that the signal asks for may come before the exit is through.
        var change = try child.nextChange()
        while change == .stopped(SIGTSTP) {
            try child.send(SIGCONT)
            change = try child.nextChange()
        }
        #expect(change == .exited(4))
        let rest = try child.rest()
        #expect(rest.first == "background")
        #expect(rest.filter { $0 == "end" }.count == 1)
    }

    @Test("exit() while a signal's end is being saved")
    func exitWhileEnding() throws {
        let child = try child("hold-end")
        try child.send(SIGTERM)
        try child.expect("holding end")
        try child.tell("exit 4")
        try child.release()
        #expect(try child.nextChange() == .killed(SIGTERM))
        #expect(try child.rest().first == "end")
    }

    @Test("exit() from within an observer, at a signal's end")
    func exitInside() throws {
        let child = try child("exit-at-end 5", "observe")
        try child.send(SIGTERM)
        #expect(try child.nextChange() == .exited(5))
        let rest = try child.rest()
        #expect(rest.first == "exiting")
        #expect(rest.contains("end"))
    }

    @Test("exit() from within an observer, while the process exits")
    func exitTwice() throws {
        let child = try child("limit 1500", "exit-at-end 5", "observe")
        try child.tell("exit 3")
        // Which of two calls wins is the C library's affair: a newer one lets the second wait for the first.
        #expect([.exited(3), .exited(5)].contains(try child.nextChange()))
        #expect(try child.rest().contains("end"))
    }

    // MARK: Other processes

    @Test(
        "In a forked process a signal acts as if it had never been taken",
        .disabled(
            if: testing_has_thread_sanitizer(),
            "The thread sanitizer never delivers a signal to a process forked from one with threads."),
        arguments: [
            (SIGTERM, "killed"), (SIGINT, "killed"), (SIGHUP, "killed"), (SIGTSTP, "stopped"),
        ])
    func forked(signal: Int32, fate: String) throws {
        let child = try child("observe")
        try child.tell("fork")
        let words = try (0..<2).map { _ in try child.nextLine() ?? "" }.sorted()
        #expect(words.last == "ok")
        let process = try #require(words.first?.split(separator: " ").last.flatMap { pid_t($0) })
        try #require(process > 1)
        kill(process, signal)
        try child.tell("report")
        try child.expect("child \(fate) \(signal)")
        try child.expect("ok")
        if fate == "stopped" {
            kill(process, SIGCONT)
            kill(process, SIGTERM)
            try child.tell("report")
            try child.expect("child killed \(SIGTERM)")
            try child.expect("ok")
        }
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test("A forked process that exits saves nothing")
    func forkedExit() throws {
        let child = try child("observe", "fork-exit 7")
        try child.tell("report")
        try child.expect("child exited 7")
        try child.expect("ok")
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test("A program may close every descriptor it does not know")
    func closedDescriptors() throws {
        let child = try child("observe", "close-descriptors")
        try child.send(SIGTERM)
        #expect(try child.nextChange() == .killed(SIGTERM))
        #expect(try child.rest() == ["end"])
    }
}
