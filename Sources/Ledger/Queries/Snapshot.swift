/// A customer's facts at a cut, ready to be asked.
struct CustomerFacts {
    var lines: [LineState]
    var catalog: CatalogFacts
    var policies: PolicyTimeline
    var head: AnswerHead
}

extension TransactionLedger {
    /// The fold of a customer's lines at a cut.
    ///
    /// Reads only that customer's events: O(events of the customer), whatever the log's length.
    func facts(
        of customer: CustomerSelector, environment code: EnvironmentCode, at cut: Cut
    ) throws -> CustomerFacts {
        let now = clock()
        return try environment.read { transaction in
            try symbols.update(from: reader.tables.symbols, in: transaction)
            let head = try answerHead(code, cut: cut, now: now, in: transaction)
            let policies = PolicyTimeline()
            let lines = try lines(
                of: customer, environment: code, head: head, policies: policies, in: transaction)
            return CustomerFacts(
                lines: lines, catalog: try catalogFacts(through: head.sequence, in: transaction),
                policies: policies, head: head)
        }
    }

    /// Resolves a cut to the last event that it may use.
    func answerHead(
        _ code: EnvironmentCode, cut: Cut, now: Instant,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> AnswerHead {
        let last = try reader.lastSequence(in: transaction)
        var head = AnswerHead(
            environment: code, asOf: cut.asOf, knownAt: now, sequence: last, isFinal: false)
        switch cut.knowledge {
        case .everything: break
        case .sequence(let sequence):
            head.sequence = min(sequence, last)
            head.isFinal = sequence <= last
        case .recordedAt(let instant):
            head.knownAt = instant
            head.sequence = try sequence(recordedBy: instant, last: last, in: transaction)
            head.isFinal = instant < now
        }
        return head
    }

    /// The last event recorded by an instant; recorded instants never go back, so it bisects.
    private func sequence(
        recordedBy instant: Instant, last: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> UInt64 {
        var low: UInt64 = 0
        var high = last
        while low < high {
            let middle = low + (high - low + 1) / 2
            if try reader.fields(middle, in: transaction).recordedAt <= instant {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    private func lines(
        of customer: CustomerSelector, environment code: EnvironmentCode, head: AnswerHead,
        policies: PolicyTimeline, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        let secondAccount = policies.at(head.asOf).secondAccount
        func owned(by owner: IdentityNumber) throws -> [LineState] {
            try states(
                of: try reader.lines(of: owner, in: transaction), through: head.sequence,
                in: transaction
            ).filter { $0.owner(at: head.asOf, secondAccount: secondAccount) == owner }
        }
        let named: [LineState]
        switch customer {
        case .appAccountToken(let uuid):
            guard let token = AccountToken(uuid),
                let number = try reader.identity(
                    Identity(kind: .appAccountToken, environment: code, text: token.text),
                    in: transaction)
            else { return [] }
            return try owned(by: number)
        case .appTransactionID(let text):
            let identity = Identity(kind: .appTransactionID, environment: code, text: text)
            guard let number = try reader.identity(identity, in: transaction) else { return [] }
            named = try states(
                of: try reader.lines(of: number, in: transaction), through: head.sequence,
                in: transaction)
        case .originalTransactionID(let text):
            named = try states(
                holding: text, index: reader.tables.lineNumbers, head: head, in: transaction)
        case .transactionID(let text):
            named = try states(
                holding: text, index: reader.tables.transactionLines, head: head,
                in: transaction)
        }
        let owners = Set(
            named.map { $0.owner(at: head.asOf, secondAccount: secondAccount) })
        guard owners.count == 1, let owner = owners.first, let owner else { return named }
        return try owned(by: owner)
    }

    private func states(
        holding text: String, index: LMDBTable, head: AnswerHead,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        let symbol = symbols.symbol(of: text).map { StoreIdentifier(symbol: $0) }
        guard let identifier = StoreIdentifier(canonicalDecimal: text) ?? symbol else {
            return []
        }
        let lines = try reader.lines(
            holding: identifier, environment: head.environment, index: index, in: transaction)
        return try states(of: lines, through: head.sequence, in: transaction)
    }

    private func states(
        of lines: [LineNumber], through sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        var states: [LineState] = []
        for line in Set(lines).sorted() {
            if let state = try reader.state(of: line, through: sequence, in: transaction) {
                states.append(state)
            }
        }
        return states
    }

    /// The catalogs imported up to an event, as the fold asks them.
    private func catalogFacts(
        through sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> CatalogFacts {
        var facts = CatalogFacts()
        let events = try reader.sequences(of: .catalog, through: sequence, in: transaction)
        for event in events {
            let fields = try reader.fields(event, in: transaction)
            let catalog = try CatalogImport(fields.catalog ?? []).catalog
            facts.insert(catalog, effective: fields.effectiveAt, sequence: event) { text in
                symbols.symbol(of: text) ?? Symbol(number: 0)
            }
        }
        return facts
    }
}
