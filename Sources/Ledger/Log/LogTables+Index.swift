/// A customer whom an event of a line named.
struct LineCustomer: Hashable {
    var line: LineNumber
    var identity: IdentityNumber
}

extension LogTables {
    /// Puts the rows by which an event is found: of its line, else of its customer, else of its
    /// kind; an erasure's also of its kind, a presentation's also of what was presented.
    ///
    /// The row of a line's event waits in `run` for those that share it, until the next run begins
    /// or `end` is called. `known` are the customers of lines that are in their table for sure.
    func index(
        _ fields: borrowing EventFields, _ sequence: UInt64, run: inout EventRun?,
        known: inout Set<LineCustomer>, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        if fields.kind == .presentation { try indexPresenter(fields, in: transaction) }
        if fields.isFoundByKind {
            let row = LogKey.global(fields.kind, sequence)
            try globals.put(row.bytes, RawSpan(), in: transaction)
        }
        if let line = fields.line {
            let evidenceSequence = fields.evidenceSequence
            if run?.takeIn(line, evidenceSequence: evidenceSequence, sequence) != true {
                try run?.put(in: lines, transaction)
                run = EventRun(line, evidenceSequence: evidenceSequence, sequence)
            }
            try fields.forEachIdentity { identity in
                let pair = LineCustomer(line: line, identity: identity)
                guard known.insert(pair).inserted else { return }
                var key = LogKey.customer(identity, .line)
                key.append(bigEndian: line.number)
                // Mostly there already: looked for first, because a put copies the page.
                if try !customers.contains(key.bytes, in: transaction) {
                    try customers.put(key.bytes, RawSpan(), in: transaction)
                }
            }
            return
        }
        try fields.forEachIdentity { identity in
            var key = LogKey.customer(identity, .event)
            key.append(bigEndian: sequence)
            try customers.put(key.bytes, RawSpan(), in: transaction)
        }
    }

    /// The same where the customers of lines are not kept in mind.
    func index(
        _ fields: borrowing EventFields, _ sequence: UInt64, run: inout EventRun?,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        var known: Set<LineCustomer> = []
        try index(fields, sequence, run: &run, known: &known, in: transaction)
    }

    /// Puts the row of events that waited for more of their run.
    func end(_ run: inout EventRun?, in transaction: borrowing LMDBWriteTransaction) throws {
        try run.take()?.put(in: lines, transaction)
    }

    /// Puts that an account presented a line, or the purchase of the app that an identity stands
    /// for.
    private func indexPresenter(
        _ fields: borrowing EventFields, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        guard let account = fields.account else { return }
        if let line = fields.line {
            let row = LogKey.presenter(line, account)
            try lines.put(row.bytes, RawSpan(), in: transaction)
        } else if let app = fields.appTransaction {
            let row = LogKey.presenter(app, account)
            try customers.put(row.bytes, RawSpan(), in: transaction)
        }
    }
}

extension EventFields {
    /// Every customer that the event names; one may come twice.
    fileprivate func forEachIdentity(_ body: (IdentityNumber) throws -> Void) rethrows {
        if let account { try body(account) }
        if let statedRenewalInfoAccount { try body(statedRenewalInfoAccount) }
        if let appTransaction { try body(appTransaction) }
    }
}
