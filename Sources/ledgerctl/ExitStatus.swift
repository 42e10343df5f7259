/// How a command ended, as scripts see it.
enum ExitStatus: Int32, Sendable {
    /// The command did what it was asked.
    case done = 0
    /// The answer is no: refused, too low, owned by another, damaged or not proven.
    case no = 1
    /// The command line is wrong (`EX_USAGE`).
    case usage = 64
    /// There is no such ledger or file (`EX_NOINPUT`).
    case noInput = 66
    /// The disk or the ledger's storage failed (`EX_IOERR`).
    case storage = 74
}
