/// A balance's facts, and what its lots are called.
struct CustomerBalance {
    var state: BalanceState
    /// Of each lot that a purchase credited: its newest transactionId.
    var transactionIDs: [String: StoreIdentifier] = [:]

    func folded(currency: String, _ view: LedgerView) -> Balance {
        let answer = state.folded(asOf: view.asOf)
        return Balance(
            currency: currency, balance: answer.balance, spendable: answer.spendable,
            shortfall: answer.shortfall,
            lots: answer.lots.map { lot in
                Balance.Lot(
                    transactionID: lot.kind == .purchase
                        ? view.text(transactionIDs[lot.lotID]) : nil,
                    creditID: lot.kind == .hostCredit ? lot.lotID : nil, granted: lot.granted,
                    remaining: lot.remaining, clawedBack: lot.clawedBack, expired: lot.expired,
                    expirationDate: lot.expiresAt)
            })
    }

    /// The text by which a movement names its lot: a transactionId, or the key of a host's credit.
    func lot(of movement: BalanceMovement, _ view: LedgerView) -> String? {
        guard let lotID = movement.lotID else { return nil }
        return movement.lotKind == .purchase ? view.text(transactionIDs[lotID]) : lotID
    }
}

extension LedgerView {
    /// The facts of each balance of a customer, by currency.
    ///
    /// A lot belongs to whoever owned the line at its purchaseDate: lines that have
    /// moved since still credit the owner of that day.
    func balances(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [Symbol: CustomerBalance] {
        var balances: [Symbol: CustomerBalance] = [:]
        for number in try creditingLines(of: customer, in: transaction) {
            try addLots(of: number, customer: customer, to: &balances, in: transaction)
        }
        guard let owner = customer.owner else { return balances }
        let account = try account(owner, in: transaction)
        for currency in account.currencies {
            var facts = balances[currency] ?? emptyBalance
            account.add(to: &facts.state, of: currency)
            balances[currency] = facts
        }
        return balances
    }

    /// The lines whose purchases may credit a customer, by number.
    private func creditingLines(
        of customer: CustomerLines, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineNumber] {
        if let folded {
            return customer.owner.map(folded.creditingLines)
                ?? customer.lines.map(\.line).filter(folded.mayCredit)
        }
        let numbers =
            try customer.owner.map { try reader.lines(of: $0, in: transaction) }
            ?? customer.lines.map(\.line)
        return Set(numbers).sorted()
    }

    /// The instants after one, up to `asOf`, at which a lot becomes an account's by an assignment,
    /// or a policy changes.
    func balanceChanges(
        of owner: IdentityNumber, after instant: Instant,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [Instant] {
        guard instant < asOf else { return [] }
        var changes = policyTimeline.instants
        for number in try reader.lines(of: owner, in: transaction) {
            guard let line = try creditingLine(number, in: transaction) else { continue }
            for credit in line.purchaseCredits() {
                let date = credit.purchaseDate
                guard self.owner(of: line, at: date) == nil,
                    let move = firstAssignment(of: line, after: date)
                else { continue }
                changes.append(move.at)
            }
        }
        return Set(changes.filter { instant < $0 && $0 <= asOf }).sorted()
    }

    private var emptyBalance: CustomerBalance {
        CustomerBalance(state: BalanceState(overdraft: policies.negativeBalance))
    }

    private func addLots(
        of number: LineNumber, customer: CustomerLines,
        to balances: inout [Symbol: CustomerBalance],
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let line = try creditingLine(number, in: transaction) else { return }
        let foreign = try foreignPeriods(of: line, in: transaction)
        for credit in line.purchaseCredits(excluding: foreign) {
            guard let product = credit.product,
                let worth = catalog.product(product, at: credit.purchaseDate)?.worth,
                !worth.isEmpty,
                customer.standsForLines
                    || lotOwner(of: line, boughtAt: credit.purchaseDate) == customer.owner
            else { continue }
            for units in worth { add(units, of: credit, to: &balances) }
        }
    }

    /// Who owned the line at the purchase; where nobody did, the first account that it was assigned
    /// to afterwards, so that units bought without a token are not lost.
    private func lotOwner(of line: LineState, boughtAt purchaseDate: Instant) -> IdentityNumber? {
        if let owner = self.owner(of: line, at: purchaseDate) { return owner }
        return firstAssignment(of: line, after: purchaseDate)?.account
    }

    private func firstAssignment(of line: LineState, after date: Instant) -> AccountEvent? {
        line.owners.assignments.first { date < $0.at && $0.at <= asOf }
    }

    /// A line whose every purchase is there: the head where it has dropped none.
    private func creditingLine(
        _ number: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        if let head = try folded?.head(of: number), head.dropped == nil { return head }
        if usesLiveTables, let head = try head(of: number, in: transaction),
            head.dropped == nil
        {
            return head
        }
        return try fullLine(number, in: transaction)
    }

    private func add(
        _ units: CreditFacts, of credit: PurchaseCredit,
        to balances: inout [Symbol: CustomerBalance]
    ) {
        let lotID = text(credit.key.identifier) ?? ""
        var facts = balances[units.currency] ?? emptyBalance
        facts.state.lots.append(
            BalanceLot(
                lotID: lotID, kind: .purchase,
                amountGranted: Int64(clamping: Int128(units.amount) * Int128(credit.quantity)),
                creditedAt: credit.purchaseDate,
                expiresAt: units.expiresWithPeriod ? credit.expiresDate : nil,
                sequence: credit.sequence, revocations: credit.revocations))
        facts.transactionIDs[lotID] = credit.transactionID
        balances[units.currency] = facts
    }
}
