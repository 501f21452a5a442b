import Foundation

/// A terminal that a test plays the person at.
final class PseudoTerminal {
    let path: String
    private let person: FileDescriptor
    /// Keeps the terminal's mode readable when no program has it open.
    private let witness: FileDescriptor
    private var screen: ScreenReader
    /// All that the program has written.
    private(set) var output: [UInt8] = []
    private var isOpen = true

    init(rows: Int = 12, columns: Int = 60) throws {
        var (number, other) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 1024)
        guard openpty(&number, &other, &name, nil, nil) == 0 else {
            throw Child.Failure("cannot make a terminal: \(String(cString: strerror(errno)))")
        }
        for end in [number, other] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        person = FileDescriptor(number: number)
        witness = FileDescriptor(number: other)
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        screen = ScreenReader(rows: rows, columns: columns)
        resize(rows: rows, columns: columns)
    }

    deinit {
        hangUp()
        witness.close()
    }

    /// Closes the window.
    func hangUp() {
        if isOpen { person.close() }
        isOpen = false
    }

    /// Makes the window another size.
    func resize(rows: Int, columns: Int) {
        screen.resize(rows: rows, columns: columns)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(person.number, UInt(TIOCSWINSZ), &size)
    }

    /// What the terminal does with what is typed and written: the modes of its four kinds, and its special keys.
    var mode: [UInt] {
        var mode = termios()
        tcgetattr(witness.number, &mode)
        let keys = withUnsafeBytes(of: mode.c_cc) { $0.map(UInt.init) }
        return [UInt(mode.c_iflag), UInt(mode.c_oflag), UInt(mode.c_cflag), UInt(mode.c_lflag)] + keys
    }

    /// Types.
    func type(_ text: String) throws {
        try type(Array(text.utf8))
    }

    func type(_ bytes: [UInt8]) throws {
        guard write(person.number, bytes, bytes.count) == bytes.count else { throw Child.Failure("cannot type") }
    }

    /// Waits until the screen shows what `condition` wants of its rows.
    func wait(_ what: String, until condition: ([String]) -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: Child.patience)
        while !condition(screen.rows) {
            guard try read(until: deadline) else {
                throw Child.Failure("never saw \(what), but:\n\(screen.rows.joined(separator: "\n"))")
            }
        }
    }

    /// Waits until a row of the screen contains `text`.
    func wait(for text: String) throws {
        try wait(text) { $0.contains { $0.contains(text) } }
    }

    /// Waits until the screen shows this title, and this in the field.
    func wait(for title: String, field: String) throws {
        try wait("\(title) with \(field)") { rows in
            rows.contains { $0.hasSuffix(title) } && rows.contains { $0.hasPrefix("  │ \(field) ") }
        }
    }

    /// Reads what the program has still to say, while it ends.
    func drain() throws {
        let deadline = Date(timeIntervalSinceNow: Child.patience)
        while try person.waitUntilReadable(until: Date()) {
            guard try read(until: deadline) else { return }
        }
    }

    /// The modes that are set: see ``ScreenReader/modes``.
    var screenModes: Set<Int> { screen.modes }

    private func read(until deadline: Date) throws -> Bool {
        guard try person.waitUntilReadable(until: deadline) else { return false }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(person.number, &bytes, bytes.count)
        guard count > 0 else { return false }
        output += bytes[..<count]
        screen.feed(bytes[..<count])
        return true
    }
}
