/// What to measure, from the command line.
struct Options {
    var isSmoke = false
    var isJSON = false
    /// Only how a ledger behaves at a tenth of its events and at all of them.
    var growth = false
    /// Events of the ledger that is measured, about.
    var eventCount = 1_000_000
    /// Only sections whose name begins so.
    var only: String?
    /// Whether the files of the run stay, to look into them.
    var keepsFiles = false
    /// Where the files of the run go.
    var directory = ".build/benchmarks"
    /// The Python of the peers that are Python packages; none unless given.
    var python: String?
    /// Where the scripts that drive those peers are.
    var peers = "Peers"
    /// The command line tool, for `--growth`.
    var ledgerctl: String?
    /// Work that this process does for another one, which measures its memory.
    var child: String?

    static let usage = """
        usage: LedgerBenchmarks [--smoke] [--json] [--events N] [--growth] [--only SECTION]
                                [--keep] [--directory PATH] [--python PATH] [--peers PATH]
                                [--ledgerctl PATH]
        --events counts: 1,000,000 unless told otherwise, 10,000,000 with --growth, 20,000 with --smoke
        sections, of which --only takes the beginning of a name: \(sections.joined(separator: ", "))
        """

    /// What can be measured by itself.
    static let sections = [
        "verification", "ingest", "append", "latency", "queries", "replay", "export", "verify",
        "open", "size", "memory",
    ]

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var events: Int?
        func value(_ name: String) throws(UsageError) -> String {
            guard let value = rest.popFirst() else { throw UsageError("\(name) needs a value") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--smoke": isSmoke = true
            case "--json": isJSON = true
            case "--keep": keepsFiles = true
            case "--growth": growth = true
            case "--events":
                guard let count = Int(try value(argument)), count >= 10_000 else {
                    throw UsageError("--events needs a number from 10000 up")
                }
                events = count
            case "--only":
                let name = try value(argument)
                guard Self.sections.contains(where: { $0.hasPrefix(name) }) else {
                    throw UsageError("there is no section \(name)")
                }
                only = name
            case "--directory": directory = try value(argument)
            case "--python": python = try value(argument)
            case "--peers": peers = try value(argument)
            case "--ledgerctl": ledgerctl = try value(argument)
            case "--child": child = try value(argument)
            default: throw UsageError("there is no option \(argument)")
            }
        }
        if growth, only != nil { throw UsageError("--growth has no sections") }
        eventCount = events ?? (isSmoke ? 20_000 : growth ? 10_000_000 : 1_000_000)
    }

    /// Whether a section is to be measured.
    func includes(_ section: String) -> Bool { only.map { section.hasPrefix($0) } ?? true }

    /// A number for a full run, and one for the smoke run.
    func scaled<Number>(_ full: Number, smoke: Number) -> Number { isSmoke ? smoke : full }
}

/// Why a command line cannot be used.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
