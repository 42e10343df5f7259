@testable import Ledger

/// Whom a question is about.
struct ModelCustomer {
    /// Nil where no single account owns the lines that were named: then they stand for themselves.
    var account: String?
    var lines: [ModelLine]
}

extension ModelLedger {
    func customer(_ account: String, at instant: Instant) -> ModelCustomer {
        ModelCustomer(account: account, lines: lines(of: account, at: instant))
    }

    /// A line: its owner with all that he owns, else the line alone.
    func customer(ofLine id: String, at instant: Instant) -> ModelCustomer {
        customer(of: sortedLines.filter { $0.original == id }, at: instant)
    }

    /// Any transaction of a line: the same as the line.
    func customer(ofTransaction id: String, at instant: Instant) -> ModelCustomer {
        let named = sortedLines.filter { line in
            line.purchases.flatMap(\.versions).contains { $0.content.id == id }
        }
        return customer(of: named, at: instant)
    }

    /// An Apple Account: the one owner of the lines that carry it, else those lines alone.
    func customer(ofAppTransaction id: String, at instant: Instant) -> ModelCustomer {
        let named = sortedLines.filter { line in
            line.purchases.flatMap(\.versions).contains { $0.appTransaction == id }
                || line.renewals.contains { $0.appTransaction == id }
        }
        return customer(of: named, at: instant)
    }

    private func customer(of named: [ModelLine], at instant: Instant) -> ModelCustomer {
        let owners = Set(named.map { owner(of: $0, at: instant, asking: instant) })
        guard owners.count == 1, let owner = owners.first, let owner else {
            return ModelCustomer(account: nil, lines: named)
        }
        return customer(owner, at: instant)
    }
}
