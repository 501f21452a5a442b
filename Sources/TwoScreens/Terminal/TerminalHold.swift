import Foundation

/// The terminal while it is in the program's hands, and how it gets back to what it was, at any moment and on any
/// thread: ``release()`` is called by signal handlers, and so allocates nothing, locks nothing and waits for nobody.
struct TerminalHold {
    /// How the terminal was before.
    private var original = termios()
    /// Holds one byte while the terminal is held. Who reads that byte gives the terminal back: that is once, whoever
    /// else has the same in mind.
    private var token: Pipe
    /// What the program writes to standard error meanwhile: it would land in the middle of the picture.
    private var errors: Pipe
    /// Where standard error leads otherwise, or -1 if that is not the terminal.
    private var standardError: Int32 = -1

    init() throws(SystemError) {
        token = try Pipe()
        errors = try Pipe()
    }

    /// The end of ``errors`` to read from.
    var messages: Int32 { errors.reading }

    /// Whether the terminal is held.
    var isHeld: Bool {
        var poll = pollfd(fd: token.reading, events: Int16(POLLIN), revents: 0)
        return Foundation.poll(&poll, 1, 0) == 1
    }

    /// Whether another program has the terminal now, as when the shell put this one into the background.
    static var isInBackground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group != -1 && group != getpgrp()
    }

    /// Takes the terminal: keys arrive one by one and as bytes, on a screen of its own.
    mutating func take() throws(SystemError) {
        if !isHeld {
            guard tcgetattr(STDIN_FILENO, &original) == 0 else { throw SystemError("cannot read the terminal's mode") }
            if standardError == -1, isatty(STDERR_FILENO) == 1 {
                standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
            }
            // From here on a handler knows all that it needs.
            token.write(1)
        }
        var raw = original
        cfmakeraw(&raw)
        while tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0 {
            guard errno == EINTR else { throw SystemError("cannot set the terminal's mode") }
        }
        if standardError != -1 {
            dup2(errors.writing, STDERR_FILENO)
        }
        // Another screen; no wrapping at the right edge; marks around what is pasted.
        try Streams.write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h".utf8, to: STDOUT_FILENO)
    }

    /// Gives the terminal back as it was. Does nothing if it is not held.
    func release() {
        var byte: UInt8 = 0
        guard read(token.reading, &byte, 1) == 1 else { return }
        if !Self.isInBackground {
            let reset: StaticString = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
            _ = write(STDOUT_FILENO, reset.utf8Start, reset.utf8CodeUnitCount)
            var original = original
            while tcsetattr(STDIN_FILENO, TCSANOW, &original) != 0, errno == EINTR {}
        }
        guard standardError != -1 else { return }
        dup2(standardError, STDERR_FILENO)
        while read(errors.reading, &byte, 1) == 1 {
            _ = write(STDERR_FILENO, &byte, 1)
        }
    }

    /// A pipe whose two ends never wait, and which no child inherits.
    struct Pipe {
        let reading: Int32
        let writing: Int32

        init() throws(SystemError) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw SystemError("cannot make a pipe") }
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
            (reading, writing) = (ends[0], ends[1])
        }

        /// Writes a byte, unless the pipe is full.
        func write(_ byte: UInt8) {
            var byte = byte
            _ = Foundation.write(writing, &byte, 1)
        }
    }
}
