@testable import Ledger

/// Whose a line is, and whose a lot.
extension ModelLedger {
    /// The owner at T: the last assignment effective by then; else the token signed first; else the
    /// first presentation, whenever that was.
    ///
    /// Nil: unattributed.
    func owner(of line: ModelLine, at instant: Instant, asking: Instant) -> String? {
        var moves = line.assignments
        // P5: where the host chose so, a second account that presents a purchase takes it over.
        // An answer at T uses the policies in effect at T throughout.
        if settings["secondAccount", at: asking] == "transfer" { moves += line.presentations }
        let last = moves.filter { $0.at <= instant }
            .max { ($0.at, $0.order) < ($1.at, $1.order) }
        if let last { return last.account }
        return line.firstToken ?? line.presentations.min { $0.order < $1.order }?.account
    }

    /// Whose lines an account owns at T.
    func lines(of account: String, at instant: Instant) -> [ModelLine] {
        sortedLines.filter { owner(of: $0, at: instant, asking: instant) == account }
    }

    /// A lot is that account's which owned the line when it was bought; where nobody did, the first
    /// one's to which the line was assigned afterwards.
    func lotOwner(of line: ModelLine, boughtAt date: Instant, at instant: Instant) -> String? {
        if let owner = owner(of: line, at: date, asking: instant) { return owner }
        return line.assignments.filter { date < $0.at && $0.at <= instant }
            .min { ($0.at, $0.order) < ($1.at, $1.order) }?.account
    }
}

extension ModelLine {
    /// The valid token signed first: by date, a transaction before a renewal info, the digest.
    fileprivate var firstToken: String? {
        var claims: [(date: Instant, isRenewal: Int, digest: UInt64, token: String)] = []
        for version in purchases.flatMap(\.versions) {
            if let token = version.token { claims.append((version.date, 0, version.digest, token)) }
        }
        for version in renewals {
            if let token = version.token { claims.append((version.date, 1, version.digest, token)) }
        }
        return claims.min {
            ($0.date, $0.isRenewal, $0.digest) < ($1.date, $1.isRenewal, $1.digest)
        }?.token
    }
}
