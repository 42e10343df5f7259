/// One environment of the ledger at one cut: which events may be used, and what they say about the
/// catalog and the policies.
///
/// Made inside a read transaction, and used with the same one.
struct LedgerView: Sendable {
    /// What the question shares with every other one about the same events.
    private(set) var ground: LedgerGround
    let code: EnvironmentCode
    let environment: StoreEnvironment
    let asOf: Instant
    let knownAt: Instant
    let isFinal: Bool
    /// Whether the live tables hold exactly the events that may be used.
    var usesLiveTables: Bool
    /// The policies in effect at `asOf`.
    let policies: Policies

    init(
        ground: LedgerGround, code: EnvironmentCode,
        environment: StoreEnvironment, asOf: Instant, knownAt: Instant, isFinal: Bool
    ) {
        self.ground = ground
        self.code = code
        self.environment = environment
        self.asOf = asOf
        self.knownAt = knownAt
        self.isFinal = isFinal
        usesLiveTables = ground.isInLiveTables
        policies = ground.policies.at(asOf)
    }

    var reader: LogReader { ground.reader }
    var live: LiveTables { ground.live }
    var symbols: SymbolNames { ground.symbols }
    /// The last event that may be used.
    var sequence: UInt64 { ground.sequence }
    var catalog: CatalogFacts { ground.catalog }
    var policyTimeline: PolicyTimeline { ground.policies }
    var folded: FoldedHeads? { ground.folded }

    /// The same view with every line folded for `asOf` by the events that may be used.
    func with(_ folded: FoldedHeads) -> LedgerView {
        var view = self
        view.ground = LedgerGround(ground, folded: folded)
        return view
    }

    /// A line by the fold of the events that may be used; nil where it has none of them.
    ///
    /// Answers for `asOf`: what a head has dropped is folded from the log where it is asked about.
    func line(
        _ number: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        if let folded = ground.folded { return try folded.head(of: number) }
        if usesLiveTables, let head = try head(of: number, in: transaction),
            head.dropped?.validFrom ?? .distantPast <= asOf
        {
            return head
        }
        return try fullLine(number, in: transaction)
    }

    /// A line by the live tables, which hold exactly the events that may be used.
    func head(
        of number: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        if let pending = ground.pending { return try pending.line(number, in: transaction) }
        return try live.head(of: number, in: transaction)
    }

    /// A line with its whole history, as credits, rows and anomalies need it.
    func fullLine(
        _ number: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        try reader.state(of: number, through: sequence, in: transaction)
    }

    /// What the host did for an account.
    func account(
        _ identity: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> AccountState {
        if let folded = ground.folded, !folded.hasOwnEvents(identity) { return AccountState() }
        if usesLiveTables, let pending = ground.pending {
            return try pending.account(identity, in: transaction)
        }
        if usesLiveTables { return try live.account(identity, in: transaction) }
        return try reader.account(identity, through: sequence, in: transaction)
    }

    /// Who owns a line at an instant.
    func owner(of line: LineState, at instant: Instant) -> IdentityNumber? {
        line.owner(at: instant, secondAccount: policies.secondAccount)
    }

    /// The periods of a line that belong to another line.
    func foreignPeriods(
        of line: LineState, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Set<PurchaseKey> {
        var foreign: Set<PurchaseKey> = []
        for claim in line.periodClaims {
            let claims = try claims(to: claim.key, of: line, in: transaction)
            if claims.count > 1, PeriodClaim.holder(of: claims)?.line != line.line {
                foreign.insert(claim.key)
            }
        }
        return foreign
    }

    /// Every line's claim to one period.
    func claims(
        to key: PurchaseKey, of line: LineState,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [PeriodClaim] {
        let own = line.periodClaims.filter { $0.key == key }
        guard let bundle = line.bundle else { return own }
        let numbers = try reader.lines(
            ofPeriod: key.identifier, environment: code, bundle: bundle, in: transaction)
        var claims = own
        for number in numbers where number != line.line {
            let other = try fullLine(number, in: transaction)
            claims += other?.periodClaims.filter { $0.key == key } ?? []
        }
        return claims
    }

    /// The text of a symbol.
    func text(_ symbol: Symbol?) -> String? { symbol.flatMap { ground.symbols.text($0) } }

    /// The text of an identifier.
    func text(_ identifier: StoreIdentifier?) -> String? {
        guard let identifier else { return nil }
        if let symbol = identifier.symbol { return ground.symbols.text(symbol) }
        return DecimalText.text(of: identifier.bits)
    }
}
