extension LedgerBatch {
    /// Erases a person; the rules are those of `TransactionLedger.erase`.
    ///
    /// One event for each identifier that is to stand for nobody, and one for each line: of the
    /// person's with its originalTransactionId, of another that names the account without it, unless
    /// its evidence names the person where no event does. From them `verify` knows what must be gone, and the fold who owns nothing any more.
    mutating func erase(
        _ customer: CustomerSelector, context: HostContext,
        rowsMax: Int = TransactionLedger.erasureRowsMax,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> Erasure {
        let plan = try plan(customer, context: context, rowsMax: rowsMax, in: transaction)
        var erasure = Erasure()
        erasure.otherEnvironments = try otherEnvironments(plan, context, in: transaction)
        if !plan.isEmpty {
            try append(plan, context: context, noting: &erasure, in: transaction)
            for first in plan.evidence.sorted() {
                try log.eraseEvidence(ofInputAt: first, in: transaction)
            }
            for identity in plan.identities { try erase(identity, in: transaction) }
            erasure.identities = plan.identities.count
            erasure.lines = plan.lines.count
            erasure.evidence = plan.evidence.count
        }
        erasure.quarantined = try QuarantineEraser(tables: reader.tables).erase(
            naming: plan.texts.map(\.text), in: transaction)
        return erasure
    }

    /// The view ends here: while it lives, what is appended would copy the states that it holds.
    private func plan(
        _ customer: CustomerSelector, context: HostContext, rowsMax: Int,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> ErasurePlan {
        var planner = ErasurePlanner(
            view: try view(
                context.code, context.environment, asOf: context.now, now: context.now,
                in: transaction),
            rowsMax: rowsMax)
        try planner.fill(customer, in: transaction)
        return planner.plan
    }

    /// Appends the events.
    private mutating func append(
        _ plan: ErasurePlan, context: HostContext, noting erasure: inout Erasure,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        var events: [EventFields] = []
        for identity in plan.identities {
            var fields = context.fields(.erasure)
            if identity == plan.account {
                fields.account = identity
            } else {
                fields.appTransaction = identity
            }
            events.append(fields)
        }
        let lines = plan.otherLines.union(plan.lines.keys).union(plan.linesOfUnnamedEvidence.keys)
        for line in lines.sorted() {
            var fields = context.fields(.erasure)
            fields.line = line
            fields.account = plan.account
            fields.originalTransactionID = plan.lines[line] ?? plan.linesOfUnnamedEvidence[line]
            events.append(fields)
        }
        for fields in events {
            let sequence = try append(fields, in: transaction)
            erasure.firstSequence = erasure.firstSequence ?? sequence
            erasure.lastSequence = sequence
        }
    }

    /// Where else the same identifiers are known.
    private func otherEnvironments(
        _ plan: ErasurePlan, _ context: HostContext,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> [StoreEnvironment] {
        var environments: [StoreEnvironment] = []
        for code in EnvironmentCode.allCases where code != context.code {
            guard let environment = code.environment else { continue }
            for var identity in plan.texts {
                identity.environment = code
                if try reader.identity(identity, in: transaction) != nil {
                    environments.append(environment)
                    break
                }
            }
        }
        return environments
    }
}
