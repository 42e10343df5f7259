extension TransactionLedger {
    /// Which rows of an export are written.
    public struct ExportRange: Sendable, Hashable {
        /// The first instant; from the beginning unless given.
        public var from: Instant?
        /// The last instant; to the end unless given.
        public var to: Instant?

        /// Makes a range; both ends are in it.
        public init(from: Instant? = nil, to: Instant? = nil) {
            self.from = from
            self.to = to
        }

        func contains(_ instant: Instant?) -> Bool {
            if from == nil, to == nil { return true }
            guard let instant else { return false }
            return from.map { $0 <= instant } ?? true && to.map { instant <= $0 } ?? true
        }
    }

    /// Writes an export.
    ///
    /// The columns of each kind are fixed (`docs/csv.md`). Rows of customers come by token, those
    /// of purchases by originalTransactionId, events by sequence: the same cut gives the same bytes
    /// while what is known is cut in the past.
    ///
    /// - Parameters:
    ///   - kind: what is exported.
    ///   - format: CSV or JSON Lines.
    ///   - environment: the world that is exported.
    ///   - cut: the two instants; now unless given.
    ///   - range: of events by the instant of recording, of transactions by purchase date, of
    ///     movements by their effective instant; the other kinds ignore it.
    ///   - write: takes the next bytes.
    /// - Returns: the last event that could be used.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`), and
    ///   what `write` throws.
    /// - Complexity: events and transactions: O(events of the environment), in memory for one line. The
    ///   other kinds: as a replay, in memory that grows with the lines.
    @discardableResult
    public func export(
        _ kind: ExportKind, format: ExportFormat = .csv,
        environment: StoreEnvironment = .production, at cut: Cut? = nil,
        range: ExportRange = ExportRange(), write: @escaping (Span<UInt8>) throws -> Void
    ) throws -> UInt64 {
        let view = try frozenView(environment, at: cut)
        let page = PageOutput(write: write)
        var rows = RowWriter(
            columns: ExportColumns.columns(of: kind), format: format, write: page.take)
        switch kind {
        case .events:
            let rules = EventRowRules(environment: view.environment, range: range)
            try exportEvents(view, rules, to: &rows, page)
        case .transactions: try exportTransactions(view, range, to: &rows, page)
        case .entitlements: try exportEntitlements(view, to: &rows, page)
        case .statuses: try exportStatuses(view, to: &rows, page)
        case .balances: try exportBalances(view, to: &rows, page)
        case .movements: try exportMovements(view, range, to: &rows, page)
        }
        try rows.finish()
        try page.flush()
        return view.sequence
    }

    private func exportTransactions(
        _ view: LedgerView, _ range: ExportRange, to rows: inout RowWriter, _ page: PageOutput
    ) throws {
        var purchases = try TransactionRows(symbols: view.symbols)
        try forEachLine(
            of: view,
            betweenReads: {
                purchases.beginRead()
                try page.flush()
            },
            { line, transaction in
                let foreign = try view.foreignPeriods(of: line, in: transaction)
                let owner = view.owner(of: line, at: view.asOf)
                let token = try owner.flatMap { try view.reader.identityText($0, in: transaction) }
                let appTransactionID = try view.appTransactionID(of: line, in: transaction)
                let cells: [CSVField] = [
                    .text(view.environment.rawValue), CSVField(token), CSVField(appTransactionID),
                ]
                for purchase in line.purchaseRows(excluding: foreign, at: view.asOf) {
                    let isBought = purchase.purchaseDate.map { $0 <= view.asOf } ?? true
                    guard isBought, range.contains(purchase.purchaseDate) else { continue }
                    guard rows.isCSV else {
                        let event = try view.event(purchase.sequence, in: transaction)
                        try rows.write(cells + Self.row(of: purchase, event))
                        continue
                    }
                    var fields = try view.reader.fields(purchase.sequence, in: transaction)
                    try rows.writeCSV { bytes in
                        CSVText.append(view.environment.rawValue, to: &bytes)
                        for text in [token, appTransactionID] {
                            bytes.append(UInt8(ascii: ","))
                            if let text { CSVText.append(text, to: &bytes) }
                        }
                        try purchases.write(
                            purchase, &fields, reader: view.reader, to: &bytes, in: transaction)
                    }
                }
            })
    }

    private static func row(
        of purchase: PurchaseRow, _ event: RecordedEvent
    ) -> [CSVField] {
        var fields = ExportColumns.values(of: ExportColumns.transactionFields, in: event)
        let columns = ExportColumns.withMilliunits(ExportColumns.transactionFields)
        var revocations = [
            "revocationDate": CSVField(purchase.revocationDate),
            "revocationPercentage": CSVField(purchase.revocationPercentageMillipercent),
        ]
        if CSVField(event.value("revocationDate")) != CSVField(purchase.revocationDate) {
            revocations["revocationReason"] = .empty
            revocations["revocationType"] = .empty
        }
        for (name, field) in revocations {
            if let index = columns.firstIndex(of: name) { fields[index] = field }
        }
        return fields + [.instant(purchase.signedDate), CSVField(purchase.sequence)]
    }

    private func exportEntitlements(
        _ view: LedgerView, to rows: inout RowWriter, _ page: PageOutput
    ) throws {
        try forEachCustomer(of: view, betweenReads: page.flush) { customer, _ in
            for entitlement in customer.entitlements {
                guard let best = entitlement.grants.first else { continue }
                try rows.write([
                    .text(view.environment.rawValue), CSVField(customer.name.appAccountToken),
                    CSVField(customer.name.appTransactionID),
                    CSVField(best.originalTransactionID), .text(entitlement.name),
                    CSVField(entitlement.productID), CSVField(entitlement.expirationDate),
                    .boolean(entitlement.isUnconfirmed), .boolean(entitlement.isInferred),
                    .text(best.source.rawValue), CSVField(best.transactionID),
                    CSVField(best.state?.name), Self.field(of: best.events),
                ])
            }
        }
    }

    private func exportStatuses(
        _ view: LedgerView, to rows: inout RowWriter, _ page: PageOutput
    ) throws {
        try forEachCustomer(of: view, betweenReads: page.flush) { customer, _ in
            for status in customer.groups.flatMap(\.lines) {
                try rows.write([
                    .text(view.environment.rawValue), CSVField(customer.name.appAccountToken),
                    CSVField(status.originalTransactionID), CSVField(status.groupID),
                    .text(status.state.name), CSVField(status.productID),
                    CSVField(status.transactionID), CSVField(status.expirationDate),
                    CSVField(status.willAutoRenew), CSVField(status.autoRenewPreference),
                    CSVField(status.pendingProductID),
                    CSVField(status.gracePeriodExpirationDate),
                    CSVField(status.expirationReason?.rawValue),
                    CSVField(status.priceIncreaseStatus?.rawValue),
                    CSVField(milliunits: status.renewalPriceMilliunits),
                    CSVField(status.renewalPriceMilliunits), CSVField(status.renewalDate),
                    CSVField(status.offerType?.rawValue), CSVField(status.offerID),
                    .boolean(status.isUnconfirmed), .boolean(status.isInferred),
                    Self.field(of: status.events),
                ])
            }
        }
    }

    private func exportBalances(
        _ view: LedgerView, to rows: inout RowWriter, _ page: PageOutput
    ) throws {
        try forEachCustomer(of: view, betweenReads: page.flush) { customer, _ in
            for balance in customer.balances {
                let folded = balance.facts.folded(currency: balance.currency, view)
                try rows.write([
                    .text(view.environment.rawValue), CSVField(customer.name.appAccountToken),
                    CSVField(customer.name.originalTransactionID), .text(folded.currency),
                    .integer(folded.balance), .integer(folded.spendable),
                    .integer(folded.shortfall),
                ])
            }
        }
    }

    private func exportMovements(
        _ view: LedgerView, _ range: ExportRange, to rows: inout RowWriter, _ page: PageOutput
    ) throws {
        try forEachCustomer(of: view, betweenReads: page.flush) { customer, transaction in
            for balance in customer.balances {
                let answer = balance.facts.state.folded(asOf: view.asOf)
                for movement in answer.movements where range.contains(movement.effective) {
                    let recordedAt = try view.reader.fields(movement.sequence, in: transaction)
                        .recordedAt
                    try rows.write([
                        .text(view.environment.rawValue), CSVField(customer.name.appAccountToken),
                        CSVField(customer.name.originalTransactionID), .text(balance.currency),
                        .text(movement.kind.rawValue),
                        CSVField(balance.facts.lot(of: movement, view)),
                        CSVField(movement.spendKey), .integer(movement.amount),
                        .instant(movement.effective), .instant(recordedAt),
                        CSVField(movement.sequence),
                    ])
                }
            }
        }
    }

    /// The sequences that a row cites, in one field.
    private static func field(of events: [UInt64]) -> CSVField {
        .text(events.map(String.init).joined(separator: " "))
    }
}
