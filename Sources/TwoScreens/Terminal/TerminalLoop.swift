import Foundation

/// Runs the app in a terminal until the person quits.
struct TerminalLoop {
    private let app: App
    private let terminal: Terminal
    private var frontEnd: TerminalFrontEnd
    private var keys = KeyDecoder()

    init(app: App) throws(SystemError) {
        self.app = app
        terminal = try Terminal()
        frontEnd = TerminalFrontEnd(app: app)
    }

    mutating func run() throws(SystemError) {
        defer { terminal.leave() }
        try appear()
        while true {
            try terminal.draw(frontEnd.frame(size: terminal.size))
            for event in try terminal.next(patience: keys.patience) {
                switch event {
                case .input(let bytes):
                    guard try press(keys.decode(bytes)) else { return }
                case .silence:
                    guard try press(keys.giveUp()) else { return }
                case .hungUp:
                    app.endEditing()
                    return
                case .message(let message):
                    frontEnd.problem = message.split(separator: "\n").last.map(String.init) ?? frontEnd.problem
                case .notice(.resized):
                    break
                case .notice(.stopping):
                    try sleep()
                case .notice(.continued):
                    // The program slept without having been asked: the shell has changed the terminal's mode.
                    try appear()
                }
            }
        }
    }

    /// Takes the terminal and shows the screen anew.
    private func appear() throws(SystemError) {
        try terminal.enter()
        app.appear()
    }

    /// Does what keys ask.
    ///
    /// - Returns: Whether to go on.
    private mutating func press(_ keys: [Key]) throws(SystemError) -> Bool {
        for key in keys {
            switch frontEnd.press(key) {
            case .none: break
            case .quit: return false
            case .interrupt: terminal.signalJob(SIGINT)
            case .suspend: try suspend()
            }
        }
        return true
    }

    /// Goes to the background: the signal does, and the container saves at it.
    private mutating func suspend() throws(SystemError) {
        guard terminal.canStop else {
            save()
            app.appear()
            return
        }
        terminal.leave()
        terminal.signalJob(SIGTSTP)
        try sleep()
    }

    /// Waits in the background, and comes back.
    private mutating func sleep() throws(SystemError) {
        // The container saves on a thread of its own, and then stops the process. That may take its time: a second
        // save waits for the first. A job that no shell watches is not stopped at all, which shows only in that
        // nothing happens: after a moment the program is back.
        save()
        try terminal.waitForReturn(patience: 1000)
        try appear()
    }

    private mutating func save() {
        frontEnd.problem = nil
        do { try app.background() } catch { frontEnd.problem = "not saved: \(error.explanation)" }
    }
}
