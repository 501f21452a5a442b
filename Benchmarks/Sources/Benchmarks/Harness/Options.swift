/// What the command line asks for.
struct Options {
    static let help = """
        benchmarks [--filter TEXT] [--only TEXT] [--quick] [--list] [--output FILE]

          --filter TEXT   run only the contests whose name contains TEXT
          --only TEXT     run only the entrants whose name begins with TEXT: for a profile of one of them
          --quick         fewer and shorter samples: to see that everything runs, not for figures
          --list          print the names of the contests
          --output FILE   write the results there, as JSON
        """

    var filter: String?
    var entrant: String?
    var isQuick = false
    var onlyLists = false
    var output: String?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--list": onlyLists = true
            case "--only": entrant = try Self.value(of: argument, &rest)
            case "--filter": filter = try Self.value(of: argument, &rest)
            case "--output": output = try Self.value(of: argument, &rest)
            default: throw Failure("What is '\(argument)'?\n\n\(Self.help)")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw Failure("\(option) needs a value.\n\n\(help)") }
        return value
    }
}
