/// What is true of some customers, counted in symbols.
struct ReplayCounts: Sendable {
    private var customers = 0
    private var customersKnown = 0
    private var entitlements: [Symbol: Int] = [:]
    private var statuses: [StatusKey: Int] = [:]
    private var balances: [Symbol: Int128] = [:]
    /// Memory for one customer after the other.
    private var gathering = EntitlementGathering()

    private struct StatusKey: Hashable {
        let group: Symbol?
        let state: SubscriptionState
    }

    /// Counts a customer; one of whom nothing is known is none.
    mutating func add(
        _ customer: CustomerLines, _ view: LedgerView,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        var hasStatus = false
        try view.gather(customer, &gathering, in: transaction) { status in
            hasStatus = true
            statuses[StatusKey(group: status.group, state: status.state), default: 0] += 1
        }
        try finish(
            customer, hasLines: !customer.lines.isEmpty, hasStatus: hasStatus, view,
            in: transaction)
    }

    /// Counts an account whose lines' heads are looked at where they are, where no rule asks for
    /// its purchases of the app.
    mutating func add(
        account owner: IdentityNumber, of folded: FoldedHeads, _ view: LedgerView,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        if folded.isUnknown(owner) { return }
        gathering.begin(at: view.asOf, catalog: view.catalog, policies: view.policies)
        if folded.hasOwnEvents(owner) {
            gathering.add(try view.account(owner, in: transaction).grants)
        }
        var hasStatus = false
        let hasLines = try folded.gather(ownedBy: owner, into: &gathering) { status in
            hasStatus = true
            statuses[StatusKey(group: status.group, state: status.state), default: 0] += 1
        }
        let customer = CustomerLines(owner: owner, lines: [])
        try finish(
            customer, hasLines: hasLines, hasStatus: hasStatus, view, in: transaction)
    }

    /// Counts what was gathered of a customer, and the balances.
    private mutating func finish(
        _ customer: CustomerLines, hasLines: Bool, hasStatus: Bool, _ view: LedgerView,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        var isEntitled = false
        gathering.finish { active in
            isEntitled = true
            entitlements[active.entitlement, default: 0] += 1
        }
        let balances = try view.balances(of: customer, in: transaction)
        if !hasLines && !isEntitled && balances.isEmpty { return }
        customersKnown += 1
        var hasUnits = false
        for (currency, facts) in balances {
            let answer = facts.state.folded(asOf: view.asOf)
            hasUnits = hasUnits || answer.balance != 0 || !answer.lots.isEmpty
            self.balances[currency, default: 0] += Int128(answer.balance)
        }
        if isEntitled || hasStatus || hasUnits { customers += 1 }
    }

    /// Adds the counts of other customers.
    mutating func add(_ other: ReplayCounts) {
        customers += other.customers
        customersKnown += other.customersKnown
        entitlements.merge(other.entitlements, uniquingKeysWith: +)
        statuses.merge(other.statuses, uniquingKeysWith: +)
        balances.merge(other.balances, uniquingKeysWith: +)
    }

    /// The counts by name; a sum that no number holds is held at the ends of `Int64`.
    func summary(_ view: LedgerView) -> ReplaySummary {
        var summary = ReplaySummary()
        summary.customers = customers
        summary.customersKnown = customersKnown
        for (entitlement, count) in entitlements {
            summary.entitlements[view.text(entitlement) ?? "", default: 0] += count
        }
        for (key, count) in statuses {
            summary.statuses[view.text(key.group) ?? "", default: [:]][key.state, default: 0] +=
                count
        }
        for (currency, sum) in balances {
            summary.balances[view.text(currency) ?? ""] = Int64(clamping: sum)
        }
        return summary
    }
}

extension TransactionLedger {
    /// How many customers one read transaction counts; a long-lived reader makes the file grow.
    private static let customersPerReadMax = 2_048

    /// Counts what is true of everybody.
    ///
    /// - Complexity: O(lines + identities).
    func countEverybody(of view: LedgerView, _ division: ReplayDivision) throws -> ReplaySummary {
        // Erased ones last; who is erased meanwhile is in both lists, and one customer.
        var accounts = Set(try identityNumbers(.appAccountToken, of: view))
        try forEachErasedAccount(of: view) { number, _ in accounts.insert(number) }
        let asksForApps = view.catalog.paidApp(at: view.asOf) != nil
        var counts = try count(accounts.sorted(), of: view, division) {
            counts, view, account, transaction in
            if let folded = view.folded, !asksForApps {
                try counts.add(account: account, of: folded, view, in: transaction)
            } else if let found = try view.account(ifKnown: account, in: transaction) {
                try counts.add(found, view, in: transaction)
            }
        }
        let unowned = view.folded?.unownedLines ?? []
        counts.add(
            try count(unowned, of: view, division) { counts, view, line, transaction in
                guard let found = try view.line(ifUnowned: line, in: transaction) else { return }
                try counts.add(found, view, in: transaction)
            })
        guard asksForApps else { return counts.summary(view) }
        let apps = try identityNumbers(.appTransactionID, of: view)
        counts.add(
            try count(apps, of: view, division) { counts, view, app, transaction in
                guard let found = try view.app(ifUnowned: app, in: transaction) else { return }
                try counts.add(found, view, in: transaction)
            })
        return counts.summary(view)
    }

    /// Counts customers on some threads.
    private func count<Name: Sendable>(
        _ names: [Name], of view: LedgerView, _ division: ReplayDivision,
        _ add:
            @escaping @Sendable (
                inout ReplayCounts, LedgerView, Name, borrowing LMDBReadTransaction
            ) throws -> Void
    ) throws -> ReplayCounts {
        let size = Self.customersPerReadMax
        let pages = (names.count + size - 1) / size
        let environment = environment
        let threads = ParallelParts(threadCountMax: division.workers)
        let counts = try threads.results(count: pages) { page in
            var counts = ReplayCounts()
            try environment.read { transaction in
                for name in names[(page * size)...].prefix(size) {
                    try add(&counts, view, name, transaction)
                }
            }
            return counts
        }
        return counts.reduce(into: ReplayCounts()) { $0.add($1) }
    }

    /// The numbers of every identity of a kind, by its text.
    private func identityNumbers(
        _ kind: Identity.Kind, of view: LedgerView
    ) throws -> [IdentityNumber] {
        var numbers: [IdentityNumber] = []
        var last: LMDBKey?
        repeat {
            let page = try environment.read { transaction in
                try reader.identityNumbers(
                    kind, of: view.code, after: last, limit: Self.customersPerReadMax,
                    in: transaction)
            }
            numbers += page.numbers
            last = page.last
        } while last != nil
        return numbers
    }
}
