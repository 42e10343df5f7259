/// What an erasure takes away; made before anything is changed.
struct ErasurePlan {
    /// The account, where one was named or owns what was named.
    var account: IdentityNumber?
    /// Apple Accounts that no other account has to do with.
    var appTransactions: Set<IdentityNumber> = []
    /// The person's lines, whose whole evidence goes.
    var lines: [LineNumber: StoreIdentifier] = [:]
    /// Other lines that name the account.
    var otherLines: Set<LineNumber> = []
    /// Other lines of which some evidence names the person and no event says so: their whole evidence
    /// goes too.
    var linesOfUnnamedEvidence: [LineNumber: StoreIdentifier] = [:]
    /// Rows of evidence, by the first event of their input.
    var evidence: Set<UInt64> = []
    /// Every identifier that goes, also one that only the quarantine may hold.
    var texts: [Identity] = []

    /// The numbers that are to stand for nobody, the account's first.
    var identities: [IdentityNumber] {
        (account.map { [$0] } ?? []) + appTransactions.sorted()
    }

    /// Whether the log holds nothing of the person.
    var isEmpty: Bool { account == nil && appTransactions.isEmpty && evidence.isEmpty }
}

/// Finds out what an erasure takes away.
struct ErasurePlanner {
    let view: LedgerView
    /// The most rows of evidence, and the most lines.
    let rowsMax: Int
    private(set) var plan = ErasurePlan()

    private var reader: LogReader { view.reader }

    init(view: LedgerView, rowsMax: Int) {
        self.view = view
        self.rowsMax = rowsMax
    }

    /// Fills the plan.
    ///
    /// - Throws: `HostActionError` where what was named cannot be erased.
    mutating func fill(
        _ customer: CustomerSelector, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let unowned = try findPerson(customer, in: transaction)
        var appTransactions = plan.appTransactions
        if let account = plan.account {
            appTransactions.formUnion(try presentedApps(account, in: transaction))
        }
        for line in plan.lines.keys.sorted() {
            let evidenceBefore = plan.evidence.count
            try visit(line, in: transaction) { planner, fields, transaction in
                if let identity = fields.appTransaction { appTransactions.insert(identity) }
                try planner.addEvidence(of: fields, in: transaction)
            }
            if unowned.contains(line), plan.evidence.count == evidenceBefore {
                plan.lines[line] = nil
            }
        }
        for identity in appTransactions.subtracting(plan.appTransactions) {
            // Records go on naming those that were erased before.
            let isErased = try reader.identity(of: identity, in: transaction) == nil
            if try isErased || belongsToAnother(identity, in: transaction) { continue }
            plan.appTransactions.insert(identity)
        }
        for identity in plan.identities {
            try addEvidence(naming: identity, in: transaction)
            try addText(of: identity, in: transaction)
        }
        try addUnnamedEvidence(in: transaction)
    }

    /// Finds the account and the lines; returns those lines that nobody owns.
    private mutating func findPerson(
        _ customer: CustomerSelector, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Set<LineNumber> {
        var lines: [LineState] = []
        if case .appAccountToken(let uuid) = customer {
            guard let token = AccountToken(uuid) else { throw HostActionError.invalidAccount }
            plan.account = try number(.appAccountToken, token.text, in: transaction)
        } else {
            let named = try named(customer, in: transaction)
            var owners = Set(named.compactMap { view.owner(of: $0, at: view.asOf) })
            if named.isEmpty, let app = plan.appTransactions.first,
                let owner = try view.owner(ofApp: app, in: transaction)
            {
                owners.insert(owner)
            }
            guard owners.count <= 1 else { throw HostActionError.noSingleOwner }
            plan.account = owners.first
            lines = named.filter { view.owner(of: $0, at: view.asOf) == nil }
        }
        let unowned = Set(lines.map(\.line))
        if let account = plan.account {
            let naming = try reader.lines(of: account, in: transaction)
            try check(naming.count)
            lines += try view.owned(by: account, in: transaction)
            plan.otherLines = Set(naming).subtracting(lines.map(\.line))
        }
        try check(lines.count)
        for line in lines {
            guard let original = line.originalTransactionID else {
                throw LedgerError(.damaged, "a line has no identifier; restore a backup")
            }
            plan.lines[line.line] = original
        }
        return unowned
    }

    /// The purchases of the app that are an account's because it presented them.
    private func presentedApps(
        _ account: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [IdentityNumber] {
        var apps: [IdentityNumber] = []
        for presentation in try view.account(account, in: transaction).appPresentations
        where try view.owner(ofApp: presentation.other, in: transaction) == account {
            apps.append(presentation.other)
        }
        return apps
    }

    /// The lines that a customer is named by.
    private mutating func named(
        _ customer: CustomerSelector, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [LineState] {
        switch customer {
        case .appAccountToken: return []
        case .originalTransactionID(let text):
            return try view.states(withOriginal: text, in: transaction)
        case .transactionID(let text):
            return try view.states(withTransaction: text, in: transaction)
        case .appTransactionID(let text):
            guard let identity = try number(.appTransactionID, text, in: transaction) else {
                return []
            }
            plan.appTransactions.insert(identity)
            let numbers = try reader.lines(of: identity, in: transaction)
            try check(numbers.count)
            return try numbers.compactMap { try view.line($0, in: transaction) }
        }
    }

    /// The number of an identifier, which goes also where it has none.
    private mutating func number(
        _ kind: Identity.Kind, _ text: String,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> IdentityNumber? {
        let identity = Identity(kind: kind, environment: view.code, text: text)
        plan.texts.append(identity)
        return try reader.identity(identity, in: transaction)
    }

    private mutating func addText(
        of identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let found = try reader.identity(of: identity, in: transaction) else { return }
        if !plan.texts.contains(found) { plan.texts.append(found) }
    }

    /// Whether a line of another account names an Apple Account, or its purchase of the app is
    /// another's.
    private func belongsToAnother(
        _ identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let owner = try view.owner(ofApp: identity, in: transaction)
        if let owner, owner != plan.account { return true }
        for number in try reader.lines(of: identity, in: transaction)
        where plan.lines[number] == nil {
            guard let line = try view.line(number, in: transaction) else { continue }
            if let owner = view.owner(of: line, at: view.asOf), owner != plan.account {
                return true
            }
        }
        return false
    }

    /// Adds the evidence of every event, outside the person's lines, that names an identity.
    private mutating func addEvidence(
        naming identity: IdentityNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for line in try reader.lines(of: identity, in: transaction)
        where plan.lines[line] == nil {
            try visit(line, in: transaction) { planner, fields, transaction in
                guard fields.identities.contains(identity) else { return }
                try planner.addEvidence(of: fields, in: transaction)
            }
        }
        for sequence in try reader.eventSequences(of: identity, through: .max, in: transaction) {
            try addEvidence(of: reader.fields(sequence, in: transaction), in: transaction)
        }
    }

    /// Adds the evidence of other lines where it names the person in a part that no event is made of:
    /// an input may bring what is known beside what is new, and keeps both.
    ///
    /// The record that would have to say that this part is erased names somebody else. So the whole
    /// line is said to be without evidence.
    private mutating func addUnnamedEvidence(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let search = IdentifierSearch(plan.texts.map(\.text))
        var lines = plan.otherLines
        for identity in plan.identities {
            lines.formUnion(try reader.lines(of: identity, in: transaction))
        }
        for line in lines.subtracting(plan.lines.keys).sorted()
        where try evidence(of: line, names: search, in: transaction) {
            guard let original = try view.line(line, in: transaction)?.originalTransactionID else {
                throw LedgerError(.damaged, "a line has no identifier; restore a backup")
            }
            plan.linesOfUnnamedEvidence[line] = original
            try visit(line, in: transaction) { planner, fields, transaction in
                try planner.addEvidence(of: fields, in: transaction)
            }
        }
    }

    /// Whether evidence of a line that would stay names the person.
    private func evidence(
        of line: LineNumber, names search: IdentifierSearch,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let evidenceReader = EvidenceReader(tables: reader.tables)
        var stored = StoredEvidence(hasher: try SHA256())
        var inputs = plan.evidence
        for sequence in try reader.eventSequences(of: line, through: .max, in: transaction) {
            guard let first = try reader.fields(sequence, in: transaction).evidenceSequence,
                inputs.insert(first).inserted,
                try evidenceReader.read(&stored, at: first, for: sequence, in: transaction)
            else { continue }
            if stored.evidence().parts.contains(where: { search.finds(in: $0.payload) }) {
                return true
            }
        }
        return false
    }

    private mutating func addEvidence(
        of fields: EventFields, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let first = fields.evidenceSequence, !plan.evidence.contains(first) else { return }
        let key = LMDBKey(first)
        if try reader.tables.evidence.contains(key.bytes, in: transaction) {
            plan.evidence.insert(first)
            try check(plan.evidence.count)
        }
    }

    private mutating func visit<T: LMDBTransaction & ~Copyable>(
        _ line: LineNumber, in transaction: borrowing T,
        _ body: (inout ErasurePlanner, EventFields, borrowing T) throws -> Void
    ) throws {
        for sequence in try reader.eventSequences(of: line, through: .max, in: transaction) {
            try body(&self, reader.fields(sequence, in: transaction), transaction)
        }
    }

    private func check(_ count: Int) throws(HostActionError) {
        if count > rowsMax { throw .erasureTooLarge }
    }
}
