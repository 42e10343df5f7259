extension TransactionLedger {
    /// Every unrevoked purchase without a `finish`, renewals included.
    ///
    /// - Parameters:
    ///   - customer: only this customer's, if given.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: each purchase, by line.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the customer), or O(events of the environment).
    public func unfinished(
        of customer: CustomerSelector? = nil, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<[UnfinishedPurchase]> {
        try answer(about: customer, environment, at: cut) { view, line, _ in
            line.unfinished(at: view.asOf).map { purchase in
                UnfinishedPurchase(
                    transactionID: view.text(purchase.transactionID),
                    originalTransactionID: view.text(line.originalTransactionID),
                    productID: view.text(purchase.product), purchaseDate: purchase.purchaseDate)
            }
        }
    }

    /// Every line that nobody owns, by what is known.
    ///
    /// - Parameters:
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: each line, by originalTransactionId.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the environment).
    public func unattributed(
        environment: StoreEnvironment = .production, at cut: Cut? = nil
    ) throws -> Answer<[UnattributedLine]> {
        try answer(about: nil, environment, at: cut) { view, line, _ in
            guard view.owner(of: line, at: view.asOf) == nil else { return [] }
            let bought = line.purchases.compactMap(\.versions.current)
                .filter { $0.purchaseDate.map { $0 <= view.asOf } ?? true }
            guard
                let newest = bought.max(by: {
                    ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast)
                })
            else { return [] }
            return [
                UnattributedLine(
                    originalTransactionID: view.text(line.originalTransactionID),
                    productID: view.text(newest.product), purchaseDate: newest.purchaseDate)
            ]
        }
    }

    /// Every refund of a sold purchase by the instant asked for, and every change of its share, by
    /// revocation date.
    ///
    /// - Parameters:
    ///   - from: the first revocation date; from the beginning unless given.
    ///   - to: the last revocation date; to the end unless given.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: each refund.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the environment).
    public func refunds(
        from: Instant? = nil, to: Instant? = nil, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<[Refund]> {
        let answer = try answer(about: nil, environment, at: cut) { view, line, transaction in
            let foreign = try view.foreignPeriods(of: line, in: transaction)
            var refunds: [Refund] = []
            for row in line.refundRows(excluding: foreign, at: view.asOf) {
                if let from, row.revocationDate < from { continue }
                if let to, row.revocationDate > to { continue }
                let fields = try view.reader.fields(row.sequence, in: transaction)
                refunds.append(
                    Refund(
                        transactionID: view.text(row.transactionID),
                        originalTransactionID: view.text(line.originalTransactionID),
                        revocationDate: row.revocationDate,
                        revocationPercentageMillipercent: row.revocationPercentageMillipercent,
                        productID: view.text(row.product), priceMilliunits: fields.price,
                        currencyCode: view.text(fields.currency), isReversed: row.reversed,
                        sequence: row.sequence))
            }
            return refunds
        }
        return answer.map { refunds in
            refunds.sorted {
                ($0.revocationDate, $0.transactionID ?? "")
                    < ($1.revocationDate, $1.transactionID ?? "")
            }
        }
    }

    /// Everything odd in the evidence, by event; it changes no answer.
    ///
    /// A notificationUUID that came with different content is found among the lines that are asked
    /// about.
    ///
    /// - Parameters:
    ///   - customer: only this customer's lines, if given.
    ///   - environment: the world to ask in.
    ///   - cut: only what was known is cut; `asOf` says who owned the lines.
    /// - Returns: each oddity.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the customer), or O(events of the environment).
    public func anomalies(
        of customer: CustomerSelector? = nil, environment: StoreEnvironment = .production,
        at cut: Cut? = nil
    ) throws -> Answer<[EvidenceAnomaly]> {
        var sightings = NotificationSightings()
        let answer = try answer(about: customer, environment, at: cut) { view, line, transaction in
            var found = line.anomalies(catalog: view.catalog, policies: view.policyTimeline)
            for claim in line.periodClaims {
                let claims = try view.claims(to: claim.key, of: line, in: transaction)
                found += Anomaly.periodConflicts(among: claims).filter {
                    $0.sequence == claim.sequence
                }
            }
            for label in line.labels {
                found += try view.conflicts(of: label, among: &sightings, in: transaction)
            }
            return try found.map { try EvidenceAnomaly($0, view, in: transaction) }
        }
        let unlined =
            try customer == nil
            ? unlinedAnomalies(environment, like: answer, among: &sightings) : []
        return answer.map { anomalies in
            (anomalies + unlined).sorted { ($0.sequence, $0.kind) < ($1.sequence, $1.kind) }
        }
    }

    /// The odd among the notifications that belong to no line, up to the answer's last event.
    private func unlinedAnomalies(
        _ environment: StoreEnvironment, like answer: Answer<[EvidenceAnomaly]>,
        among sightings: inout NotificationSightings
    ) throws -> [EvidenceAnomaly] {
        let cut = Cut(asOf: answer.asOf, knowledge: .sequence(answer.sequence))
        let view = try frozenView(environment, at: cut)
        let events = try read(environment, at: cut) { _, transaction in
            try view.reader.sequences(
                of: .notification, through: view.sequence, in: transaction)
        }
        var anomalies: [EvidenceAnomaly] = []
        for start in stride(from: 0, to: events.count, by: Self.itemsPerReadMax) {
            try self.environment.read { transaction in
                for sequence in events[start...].prefix(Self.itemsPerReadMax) {
                    for odd in try view.oddities(
                        ofNotification: sequence, among: &sightings, in: transaction)
                    {
                        anomalies.append(try EvidenceAnomaly(odd, view, in: transaction))
                    }
                }
            }
        }
        return anomalies
    }

    /// An answer that is a list over the lines of a customer, or of everybody.
    private func answer<Element: Sendable>(
        about customer: CustomerSelector?, _ environment: StoreEnvironment, at cut: Cut?,
        _ elements:
            (LedgerView, LineState, borrowing LMDBReadTransaction) throws -> [Element]
    ) throws -> Answer<[Element]> {
        guard let customer else {
            let view = try frozenView(environment, at: cut)
            var all: [Element] = []
            try forEachLine(of: view) { line, transaction in
                all += try elements(view, line, transaction)
            }
            return Answer(all, view)
        }
        return try ask(environment, at: cut) { view, transaction in
            var all: [Element] = []
            for head in try view.lines(of: customer, in: transaction).lines {
                guard let line = try view.fullLine(head.line, in: transaction) else { continue }
                all += try elements(view, line, transaction)
            }
            return all
        }
    }
}

extension LedgerView {
    /// What is odd about a notification of no line.
    fileprivate func oddities(
        ofNotification sequence: UInt64, among sightings: inout NotificationSightings,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [Anomaly] {
        let fields = try reader.fields(sequence, in: transaction)
        guard fields.environment == code else { return [] }
        let label = NotificationLabel(fields, sequence: sequence)
        return try [Anomaly.unknownType(of: label)].compactMap { $0 }
            + conflicts(of: label, among: &sightings, in: transaction)
    }

    /// The conflict of a notification with one that was met before, if there is one.
    fileprivate func conflicts(
        of label: NotificationLabel, among sightings: inout NotificationSightings,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [Anomaly] {
        let conflict = try sightings.conflict(of: label) { sequence in
            try reader.fields(sequence, in: transaction).notificationUUID
        }
        return [conflict].compactMap { $0 }
    }
}
