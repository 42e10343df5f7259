import Testing

@testable import Ledger

@Suite("What the events of a line account for")
struct LineAccountTests {
    private static let line = LineNumber(number: 7)

    private static func event(
        _ sequence: UInt64, _ random: inout SeededGenerator
    ) -> EventFields {
        let kinds: [EventKind] = [
            .transaction, .renewal, .revocation, .renewalInfo, .notification, .restatement,
            .presentation, .finish,
        ]
        var fields = EventFields(
            kind: kinds.randomElement(using: &random) ?? .finish,
            recordedAt: Instant(millisecondsSince1970: 5),
            effectiveAt: Instant(millisecondsSince1970: 5))
        func number(_ range: ClosedRange<UInt64>) -> UInt64? {
            Int.random(in: 0..<4, using: &random) == 0
                ? nil : UInt64.random(in: range, using: &random)
        }
        func instant() -> Instant? {
            number(0...3).map { Instant(millisecondsSince1970: Int64($0)) }
        }
        func identity() -> IdentityNumber? {
            number(1...5).map { IdentityNumber(number: UInt32($0)) }
        }
        fields.environment = Bool.random(using: &random) ? .production : .sandbox
        fields.line = Int.random(in: 0..<9, using: &random) == 0 ? LineNumber(number: 8) : line
        fields.evidenceSequence = number(sequence / 3 * 3 + 1...sequence / 3 * 3 + 1)
        fields.contentDigest = number(1...9)
        fields.signedDate = instant()
        fields.account = identity()
        fields.statedRenewalInfoAccount = identity()
        fields.appTransaction = identity()
        fields.transactionID = number(1...4).map { StoreIdentifier(bits: $0) }
        fields.originalTransactionID = number(1...2).map { StoreIdentifier(bits: $0) }
        fields.webOrderLineItemID = number(0...4).map { StoreIdentifier(bits: $0) }
        fields.statedTransactionSequence = number(1...sequence + 2)
        fields.statedTransactionSignedDate = instant()
        fields.statedRenewalInfoSequence = number(1...sequence + 2)
        fields.statedRenewalInfoSignedDate = instant()
        return fields
    }

    /// The same, made with tables that are looked up event by event.
    private struct Reference {
        struct Key: Hashable {
            let digest: UInt64
            let signedDate: Instant
        }

        var events: [UInt64: EventFields] = [:]
        var holders: [Key: StatementHolders] = [:]
        var contents: [UInt64: UInt64] = [:]
        var transactions: Set<UInt64> = []
        var periods: Set<UInt64> = []
        var customers: [IdentityNumber: UInt64] = [:]
        var runs: [EventRun] = []

        mutating func add(_ fields: EventFields, _ sequence: UInt64) {
            events[sequence] = fields
            if fields.line == line {
                if runs.isEmpty
                    || !runs[runs.count - 1].takeIn(
                        line, evidenceSequence: fields.evidenceSequence, sequence)
                {
                    runs.append(
                        EventRun(line, evidenceSequence: fields.evidenceSequence, sequence))
                }
                for identity in [
                    fields.account, fields.statedRenewalInfoAccount, fields.appTransaction,
                ] {
                    if let identity, customers[identity] == nil { customers[identity] = sequence }
                }
            }
            if let identifier = fields.transactionID, fields.kind != .finish {
                transactions.insert(identifier.bits)
            }
            if let identifier = fields.webOrderLineItemID, identifier.bits != 0 {
                periods.insert(identifier.bits)
            }
            if let digest = fields.contentDigest {
                let stated =
                    fields.kind == .notification ? fields.statedTransactionSignedDate : nil
                let date = fields.signedDate ?? stated ?? fields.recordedAt
                mention(digest, date, sequence, content: sequence)
            }
            for case (let held?, let date?) in [
                (fields.statedTransactionSequence, fields.statedTransactionSignedDate),
                (fields.statedRenewalInfoSequence, fields.statedRenewalInfoSignedDate),
            ] where held < sequence {
                guard let digest = events[held]?.contentDigest else { continue }
                mention(digest, date, sequence, content: held)
            }
        }

        private mutating func mention(
            _ digest: UInt64, _ date: Instant, _ sequence: UInt64, content: UInt64
        ) {
            let key = Key(digest: digest, signedDate: date)
            let first = contents[digest] ?? content
            contents[digest] = first
            if holders[key] == nil {
                holders[key] = StatementHolders(holder: sequence, content: first)
            }
        }

        /// Events whose own statement has another row than it must have.
        var unfit: Set<UInt64> {
            var unfit: Set<UInt64> = []
            for (sequence, fields) in events {
                guard let digest = fields.contentDigest else { continue }
                switch fields.kind {
                case .transaction, .renewal, .revocation, .reversal, .renewalInfo:
                    if contents[digest] != sequence { unfit.insert(sequence) }
                case .notification:
                    let stated = fields.statedTransactionSignedDate
                    let date = fields.signedDate ?? stated ?? fields.recordedAt
                    let key = Key(digest: digest, signedDate: date)
                    if holders[key]?.holder != sequence { unfit.insert(sequence) }
                default: continue
                }
            }
            return unfit
        }
    }

    @Test("Its rows are those that tables would have", arguments: 1...12)
    func sameAsTables(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // One for all lines, as in a walk: nothing of a line may be left for the next.
        var account = LineAccount()
        for _ in 0..<25 {
            account.removeAll()
            var reference = Reference()
            var sequence: UInt64 = 0
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                sequence += UInt64.random(in: 1...2, using: &random)
                let fields = Self.event(sequence, &random)
                reference.add(fields, sequence)
                Self.add(fields, sequence, to: &account)
            }
            try Self.expectEqual(&account, reference, seed: seed)
        }
    }

    private static func add(
        _ fields: EventFields, _ sequence: UInt64, to account: inout LineAccount
    ) {
        account.add(LineEvent(fields), fields.environment, of: line, sequence)
        for case (let held?, let date) in [
            (fields.statedTransactionSequence, fields.statedTransactionSignedDate),
            (fields.statedRenewalInfoSequence, fields.statedRenewalInfoSignedDate),
        ] where held < sequence {
            guard let date, let digest = account.content(of: held) ?? nil else { continue }
            account.addStated(digest, date, by: sequence, content: held)
        }
    }

    private static func expectEqual(
        _ account: inout LineAccount, _ reference: Reference, seed: UInt64
    ) throws {
        var unfit: Set<UInt64> = []
        let statements = account.statements { unfit.insert($0) }
        #expect(unfit == reference.unfit, "seed \(seed)")
        #expect(statements.count == reference.holders.count, "seed \(seed)")
        for statement in statements {
            let key = Reference.Key(
                digest: statement.digest, signedDate: statement.signedDate)
            #expect(reference.holders[key] == statement.holders, "seed \(seed)")
        }
        // In the order of the table's keys.
        for (before, after) in zip(statements, statements.dropFirst()) {
            #expect((before.digest, before.signedDate) < (after.digest, after.signedDate))
        }
        let counts = account.identifierCounts()
        #expect(counts.transactions == reference.transactions.count, "seed \(seed)")
        #expect(counts.periods == reference.periods.count, "seed \(seed)")
        #expect(account.events == reference.runs, "seed \(seed)")
        let customers = account.distinctCustomers()
        #expect(customers.count == reference.customers.count, "seed \(seed)")
        for customer in customers {
            #expect(reference.customers[customer.identity] == customer.sequence, "seed \(seed)")
        }
        for original in account.originals {
            let fields = try #require(reference.events[original.sequence])
            #expect(fields.originalTransactionID == original.identifier)
            #expect(fields.environment == original.environment)
        }
        let named = reference.events.values.filter { fields in
            fields.line == line
                && [.transaction, .renewal, .revocation, .reversal].contains(fields.kind)
        }
        #expect(
            Set(named.compactMap { $0.originalTransactionID?.bits })
                == Set(account.originals.map(\.identifier.bits)), "seed \(seed)")
    }
}
