// The process that the lifecycle tests send signals to. It reads commands from descriptor 0, one a line, answers each
// with the line `ok`, and writes what its observers are told to descriptor 1. Descriptor 3 lets an observer go on that
// holds an event.

import CLifecycleTesting
import DataContainer
import Foundation

final class Observer: LifecycleObserver {
    enum Habit: Sendable, Equatable {
        /// Writes the event's name.
        case tell
        /// Writes `stuck`, and never returns from the end.
        case getStuck
        /// Writes `holding EVENT`, waits for a byte from descriptor 3, then writes the event's name.
        case hold(LifecycleEvent)
        /// Writes `exiting`, and calls exit with this status, at the end.
        case exit(Int32)
    }

    private let habit: Habit

    init(_ habit: Habit) {
        self.habit = habit
    }

    func handle(_ event: LifecycleEvent) {
        switch habit {
        case .getStuck where event == .end:
            say("stuck")
            while true { pause() }
        case .hold(event):
            say("holding \(event)")
            waitForControl()
            say("\(event)")
        case .exit(let status) where event == .end:
            say("exiting")
            Foundation.exit(status)
        case .tell, .getStuck, .hold, .exit:
            say("\(event)")
        }
    }
}

/// Writes a line in one piece, so that lines of several threads do not mix.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // The test is over, and this process is no longer wanted.
    if write(1, bytes, bytes.count) != bytes.count { _exit(98) }
}

/// The next command. Read byte by byte with `read`: the thread sanitizer holds signals back while a thread waits in any
/// function of the C library that it does not know to wait, and `readLine` is one.
func nextCommand() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
        let count = read(0, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return nil }
        if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
    }
}

func waitForControl() {
    var byte: UInt8 = 0
    while read(3, &byte, 1) < 0, errno == EINTR {}
}

func handler(_ name: String) -> testing_handler {
    switch name {
    case "ignore": testing_handler_ignore
    case "standard": testing_handler_standard
    case "plain": testing_handler_plain
    case "chain": testing_handler_chain
    case "terminal": testing_handler_terminal
    case "give-back": testing_handler_give_back
    default: fatalError("no handler is called \(name)")
    }
}

// Globals, so that the observers are still there at exit.
var center = LifecycleCenter.shared
var observers: [Observer] = []
var forked: pid_t = 0
commands: while let line = nextCommand() {
    let words = line.split(separator: " ").map(String.init)
    let number = words.dropFirst().first.flatMap { Int32($0) } ?? 0
    switch words.first {
    case "limit": center = LifecycleCenter(source: PlatformLifecycleSource(), limit: .milliseconds(Int(number)))
    case "observe": observers.append(Observer(.tell))
    case "get-stuck": observers.append(Observer(.getStuck))
    case "hold-background": observers.append(Observer(.hold(.background)))
    case "hold-end": observers.append(Observer(.hold(.end)))
    case "exit-at-end": observers.append(Observer(.exit(number)))
    case "forget": observers.removeAll()
    case "handle": testing_handle(number, handler(words[2]))
    case "block": testing_block(number)
    case "close-descriptors": (4..<256).forEach { close($0) }
    case "fork": forked = testing_fork(-1)
    case "fork-exit": forked = testing_fork(number)
    case "report": testing_report(forked)
    case "fork-into-session": testing_continue_in_new_session()
    case "stop-yourself": kill(getpid(), SIGTSTP)
    case "hello": break
    case "exit": exit(number)
    case "return": break commands
    default: fatalError("no command is called \(line)")
    }
    observers.forEach { center.add($0) }
    say("ok")
}
