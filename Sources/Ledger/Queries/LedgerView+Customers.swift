/// Who is asked about, and the lines that the answer is about.
struct CustomerLines {
    /// The one owner; nil where a line without one was named, or nobody is known.
    var owner: IdentityNumber?
    var lines: [LineState]
    /// The Apple Account that was named, where it stands for itself.
    var named: IdentityNumber?
    /// Whether the answer is about the lines themselves: then every lot of theirs counts, whoever
    /// owned the line when it was bought.
    var standsForLines = false
}

extension LedgerView {
    /// The lines that a customer owns at `asOf`.
    ///
    /// A line or a transaction stands for its owner with all that he owns, else for itself; an
    /// appTransactionId for the one owner of the lines that carry it, else for those lines; without
    /// lines for the account that presented its purchase of the app.
    func lines(
        of customer: CustomerSelector, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CustomerLines {
        let named: [LineState]
        var app: IdentityNumber?
        switch customer {
        case .appAccountToken(let uuid):
            guard let token = AccountToken(uuid),
                let owner = try identity(.appAccountToken, token.text, in: transaction)
            else { return CustomerLines(owner: nil, lines: []) }
            return CustomerLines(owner: owner, lines: try owned(by: owner, in: transaction))
        case .appTransactionID(let text):
            guard let identity = try identity(.appTransactionID, text, in: transaction) else {
                return CustomerLines(owner: nil, lines: [])
            }
            named = try lines(ofApp: identity, in: transaction)
            let owner = try named.isEmpty ? owner(ofApp: identity, in: transaction) : nil
            if let owner {
                return CustomerLines(owner: owner, lines: try owned(by: owner, in: transaction))
            }
            app = identity
        case .originalTransactionID(let text):
            named = try states(withOriginal: text, in: transaction)
        case .transactionID(let text):
            named = try states(withTransaction: text, in: transaction)
                .filter { holds($0, transactionID: text) }
        }
        let owners = Set(named.map { owner(of: $0, at: asOf) })
        guard owners.count == 1, let owner = owners.first, let owner else {
            return CustomerLines(owner: nil, lines: named, named: app, standsForLines: true)
        }
        return CustomerLines(owner: owner, lines: try owned(by: owner, in: transaction))
    }

    /// The lines that an account owns at `asOf`.
    func owned(
        by owner: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        if let folded {
            let lines = folded.lines(ownedBy: owner)
            return Self.inOrder(try lines.compactMap { try folded.head(of: $0) })
        }
        return try states(of: try reader.lines(of: owner, in: transaction), in: transaction)
            .filter { self.owner(of: $0, at: asOf) == owner }
    }

    /// What the host did for a customer's account; nothing where there is none.
    func account(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> AccountState {
        guard let owner = customer.owner else { return AccountState() }
        return try account(owner, in: transaction)
    }

    /// The lines of an originalTransactionId, over all apps.
    func states(
        withOriginal text: String, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        guard let identifier = identifier(text) else { return [] }
        let lines = try reader.lines(
            withOriginal: identifier, environment: code, in: transaction)
        return try states(of: lines, in: transaction)
    }

    /// The lines that hold a transactionId, over all apps.
    func states(
        withTransaction text: String, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        guard let identifier = identifier(text) else { return [] }
        let lines = try reader.lines(
            withTransaction: identifier, environment: code, in: transaction)
        return try states(of: lines, in: transaction)
    }

    /// The identifier that a text stands for; nil where the ledger never saw it.
    func identifier(_ text: String) -> StoreIdentifier? {
        StoreIdentifier(canonicalDecimal: text)
            ?? symbols.symbol(text).map { StoreIdentifier(symbol: $0) }
    }

    func states(
        of lines: [LineNumber], in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        var states: [LineState] = []
        for number in Set(lines).sorted() {
            if let state = try line(number, in: transaction) { states.append(state) }
        }
        return Self.inOrder(states)
    }

    /// Lines by the App Store's own number, so that the order of arrival does not show.
    private static func inOrder(_ states: [LineState]) -> [LineState] {
        if states.count < 2 { return states }
        return states.sorted {
            ($0.originalTransactionID?.bits ?? .max, $0.line)
                < ($1.originalTransactionID?.bits ?? .max, $1.line)
        }
    }

    /// The index of transactions knows every event; a cut may be before the one that is meant.
    private func holds(_ line: LineState, transactionID text: String) -> Bool {
        if line.dropped != nil || usesLiveTables { return true }
        let identifier = identifier(text)
        return line.purchases.contains { purchase in
            purchase.versions.contents.contains { $0.transactionID == identifier }
        }
    }

    private func identity(
        _ kind: Identity.Kind, _ text: String,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> IdentityNumber? {
        try reader.identity(
            Identity(kind: kind, environment: code, text: text), in: transaction)
    }
}
