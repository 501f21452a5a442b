/// The app without a terminal: commands in, lines out.
struct CommandFrontEnd {
    let app: App

    /// What a command leads to.
    enum Reply: Equatable {
        /// A line for standard output.
        case line(String)
        /// A line for standard error.
        case problem(String)
        /// The end.
        case quit
    }

    /// The first appearance.
    func start() -> [Reply] {
        app.appear()
        return [appearance]
    }

    /// Does what a command asks.
    func perform(_ command: Command) -> [Reply] {
        switch command {
        case .edit(let text):
            app.edit(text)
            return []
        case .next:
            app.next()
            return [appearance]
        case .background:
            let saved = Self.reply(saving: app.background)
            app.appear()
            return [saved, appearance]
        case .quit:
            return [.quit]
        }
    }

    /// Reads commands from standard input until `quit` or the end.
    func run() throws {
        var input = LineReader()
        var replies = start()
        while try tell(replies), let line = try input.next() {
            replies = try Command(line).map(perform) ?? []
        }
    }

    private var appearance: Reply {
        .line("\(app.screen.title): \(app.screen.textField.text)")
    }

    private static func reply(saving save: () throws -> Void) -> Reply {
        do {
            try save()
            return .line("Saved")
        } catch {
            return .problem("not saved: \(error.explanation)")
        }
    }

    /// Writes what is to be written.
    ///
    /// - Returns: Whether to go on.
    private func tell(_ replies: [Reply]) throws(SystemError) -> Bool {
        for reply in replies {
            switch reply {
            case .line(let line): try Streams.print(line)
            case .problem(let problem): Streams.complain(problem)
            case .quit: return false
            }
        }
        return true
    }
}
