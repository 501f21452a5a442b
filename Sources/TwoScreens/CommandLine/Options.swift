/// What the command line asks for.
struct Options: Equatable {
    var store = StoreChoice.userDefaults
    var wantsHelp = false

    /// Reads the arguments that follow the program's name.
    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--help", "-h":
                wantsHelp = true
            case "--store":
                guard let value = rest.next() else { throw UsageError("--store needs a value.") }
                store = try StoreChoice(value)
            case _ where argument.hasPrefix("--store="):
                store = try StoreChoice(String(argument.dropFirst("--store=".count)))
            default:
                throw UsageError("unknown argument: '\(argument)'.")
            }
        }
    }

    static let help = """
        Two screens that show and edit the same number. It is saved, and is there at the next launch.

        USAGE: two-screens [--store STORE]

        STORE is where the number is saved:
          userdefaults   the user's defaults (unless you choose)
          sqlite         an SQLite file at the standard place for app state
          sqlite:PATH    an SQLite file of your own
          memory         nowhere: gone when the program ends

        In a terminal, type and Backspace edit, Return ends editing, Tab goes to the other screen, Ctrl-Z sends the
        program to the background (`fg` brings it back), and q or Ctrl-D quits (while you edit, q is a letter).

        Without a terminal it reads commands, one a line, and prints a line each time that a screen appears:
          edit TEXT      replace the field's text; text that is no integer empties the value
          next           go to the other screen
          background     save as in the background, print "Saved", and appear again
          quit           end, as the end of the input does

        It exits with 0, with 64 if it was called wrongly or read an unknown command, and with 74 if it could not save,
        read or write.
        """
}

/// The program was used wrongly.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String

    /// Makes an error of what to tell the person. What they wrote may be quoted: control characters are spelled out.
    init(_ description: String) {
        self.description = description.unicodeScalars
            .map { $0.isText ? String($0) : $0.escaped(asASCII: true) }.joined()
    }
}
