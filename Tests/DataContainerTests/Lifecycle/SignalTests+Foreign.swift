import Foundation
import Testing

@testable import DataContainer

// Signals that are somebody else's: ignored, blocked, or handled by the program itself.
extension SignalTests {
    @Test(
        "An ignored signal stays ignored",
        arguments: [
            SIGTERM, SIGINT, SIGHUP, SIGTSTP,
        ])
    func ignored(signal: Int32) throws {
        let child = try child("handle \(signal) ignore", "observe")
        try child.send(signal)
        try child.command("hello")
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test(
        "A blocked signal stays blocked, whether it was before us or is later",
        arguments: [["block \(SIGTERM)", "observe"], ["observe", "block \(SIGTERM)"]])
    func blocked(commands: [String]) throws {
        let child = try LifecycleChildProcess()
        for command in commands { try child.command(command) }
        try child.send(SIGTERM)
        try child.command("hello")
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test(
        "A signal that the program handles before us is left alone",
        arguments: [
            SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT,
        ])
    func handledBefore(signal: Int32) throws {
        let child = try child("handle \(signal) plain", "observe")
        try child.send(signal)
        try child.expect("handled \(signal)")
        try child.command("hello")
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test(
        "A signal that the program takes over after us is the program's",
        arguments: [
            SIGTERM, SIGINT, SIGHUP, SIGTSTP,
        ])
    func takenOver(signal: Int32) throws {
        let child = try child("observe", "handle \(signal) plain")
        try child.send(signal)
        try child.expect("handled \(signal)")
        try child.command("hello")
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test(
        "A handler that calls ours saves, and decides itself whether to end",
        arguments: [
            (SIGTERM, "end"), (SIGINT, "end"), (SIGHUP, "end"), (SIGTSTP, "background"),
        ])
    func chained(signal: Int32, event: String) throws {
        let child = try child("observe", "handle \(signal) chain")
        for _ in 0..<2 {
            try child.send(signal)
            try child.expect("handled \(signal)")
            try child.expect(event)
            try child.command("hello")
        }
        try child.tell("return")
        #expect(try child.nextChange() == .exited(0))
        #expect(try child.rest() == ["end"])
    }

    @Test("A signal taken over while it is being saved is not raised again")
    func takenOverWhileSaving() throws {
        let child = try child("hold-end")
        try child.send(SIGTERM)
        try child.expect("holding end")
        try child.command("handle \(SIGTERM) plain")
        try child.release()
        try child.expect("end")
        try child.command("hello")
        try child.send(SIGTERM)
        try child.expect("handled \(SIGTERM)")
    }

    @Test("A signal given back to the system while it is being saved acts as ever")
    func givenBackWhileSaving() throws {
        let child = try child("observe", "handle \(SIGTERM) give-back")
        try child.send(SIGTERM)
        #expect(try child.nextChange() == .killed(SIGTERM))
        #expect(try child.rest() == ["handled \(SIGTERM)", "end"])
    }

    @Test(
        "A program that restores its terminal, reinstates our action and raises the signal again",
        arguments: [
            SIGTERM, SIGINT, SIGHUP,
        ])
    func terminalProgramEnds(signal: Int32) throws {
        let child = try child("observe", "handle \(signal) terminal")
        try child.send(signal)
        #expect(try child.nextChange() == .killed(signal))
        #expect(try child.rest() == ["restored \(signal)", "end"])
    }

    @Test("A program that restores its terminal before it stops, and takes it again when it returns")
    func terminalProgramStops() throws {
        let child = try child("observe", "handle \(SIGTSTP) terminal", "handle \(SIGCONT) terminal")
        for _ in 0..<3 {
            try child.send(SIGTSTP)
            #expect(try child.nextChange() == .stopped(SIGTSTP))
            try child.expect("restored \(SIGTSTP)")
            try child.expect("background")
            try child.send(SIGCONT)
            try child.expect("raw \(SIGCONT)")
            try child.expect("foreground")
            try child.command("hello")
        }
    }
}
