/// Options that many commands share.
extension Option {
    static let json = Option("json", "Prints JSON.")

    static let environment = Option(
        "environment", "NAME", "Production, unless another is named.",
        choices: ["Production", "Sandbox", "Xcode", "LocalTesting"])

    /// From when something holds.
    static let effective = Option(
        "effective", "INSTANT", "From when it holds; a date is its beginning. Now, unless given.")

    /// The file for what would go to standard output.
    static let output = Option("output", "FILE", "Where to write; standard output, unless given.")

    /// The key that makes a host action happen once.
    static let key = Option(
        "id", "KEY", "Makes it happen once, however often it is asked for.", isRequired: true)

    /// The units that a host action is about.
    static let currency = Option(
        "currency", "NAME", "What the units are called.", isRequired: true)
    static let amount = Option("amount", "N", "How many units; one or more.", isRequired: true)

    /// The ends of a range of instants; both are in it.
    static let from = Option("from", "INSTANT", "The first instant; a date is its beginning.")
    static let to = Option("to", "INSTANT", "The last instant; a date is its end.")

    /// The options that name a customer.
    static let customer = [
        Option("app-account-token", "UUID", "The customer with this appAccountToken."),
        Option("app-transaction-id", "ID", "The customer with this appTransactionId."),
        Option("original-transaction-id", "ID", "The owner of this line of purchases."),
        Option("transaction-id", "ID", "The owner of this transaction's line."),
    ]

    /// The options that set the two instants of a question.
    static let instants = [asOf("Now, unless given.")] + knowledge
    /// The same for a command that asks about no instant of its own.
    static let givenInstants = [asOf("It or --as-at has to be given.")] + knowledge

    private static func asOf(_ more: String) -> Option {
        Option(
            "as-of", "INSTANT",
            "What held then: a date (its last millisecond in UTC), or a date and time with an offset or Z. "
                + more)
    }

    private static let knowledge = [
        Option("known-at", "INSTANT", "As far as the ledger knew then. Now, unless given."),
        Option("known-sequence", "N", "As far as the ledger knew with event N."),
        Option("as-at", "INSTANT", "Sets --as-of and --known-at."),
    ]
}

extension ExclusiveOptions {
    /// The customer that a command is about.
    static let customer = customer(isRequired: true)
    /// The customer that a command may be limited to.
    static let optionalCustomer = customer(isRequired: false)

    private static func customer(isRequired: Bool) -> ExclusiveOptions {
        ExclusiveOptions(
            "CUSTOMER", options: Option.customer.map(\.name), isRequired: isRequired)
    }

    /// `--as-at` sets both instants, so that neither is given beside it.
    static let instants = [
        ExclusiveOptions(options: ["as-of", "as-at"]),
        ExclusiveOptions(options: ["known-at", "known-sequence", "as-at"]),
    ]
}
