@testable import Ledger

/// The rules of a balance played out unit by unit and millisecond by millisecond.
///
/// Written apart from the fold, to be obviously right rather than fast: every unit is a token that
/// is somewhere, and every millisecond looks at every fact. Good for small amounts and short times.
struct UnitModel {
    enum Place: Equatable {
        case available, expired, clawed
        case held(claim: Int)
    }

    struct Token {
        let lot: Int
        var place: Place
    }

    struct Claim {
        /// Tokens held, in the order in which they were taken.
        var tokens: [Int] = []
        var missing = 0
    }

    let state: BalanceState
    /// Lots in the order in which they are spent.
    let lots: [BalanceLot]
    private(set) var tokens: [Token] = []
    private var claims: [Claim] = []
    private var claimOfSpend: [String: Int] = [:]
    private var claimOfLot: [Int: Int] = [:]
    private(set) var clawed: [Int: Int] = [:]
    private(set) var credited: Set<Int> = []
    private var expired: Set<Int> = []

    init(_ state: BalanceState) {
        self.state = state
        lots = state.lots.sorted { left, right in
            let leftEnd = left.expiresAt ?? .distantFuture
            let rightEnd = right.expiresAt ?? .distantFuture
            if leftEnd != rightEnd { return leftEnd < rightEnd }
            if left.creditedAt != right.creditedAt { return left.creditedAt < right.creditedAt }
            return (Int(left.lotID) ?? .max) < (Int(right.lotID) ?? .max)
        }
    }

    var missing: Int { claims.reduce(0) { $0 + $1.missing } }

    var balance: Int {
        let available = tokens.count { $0.place == .available }
        return state.overdraft == .negative ? available - missing : available
    }

    func count(_ lot: Int, _ place: Place) -> Int {
        tokens.count { $0.lot == lot && $0.place == place }
    }

    func missing(ofLot lot: Int) -> Int {
        claimOfLot[lot].map { claims[$0].missing } ?? 0
    }

    /// Plays one millisecond; call it for each one, in order.
    mutating func play(_ instant: Instant) {
        for (lot, facts) in lots.enumerated() where facts.expiresAt == instant {
            expired.insert(lot)
            for token in tokens.indices
            where tokens[token].lot == lot && tokens[token].place == .available {
                tokens[token].place = .expired
            }
        }
        for (lot, facts) in lots.enumerated() where facts.creditedAt == instant {
            credited.insert(lot)
            for _ in 0..<max(0, facts.amountGranted) {
                tokens.append(Token(lot: lot, place: expired.contains(lot) ? .expired : .available))
            }
            settle()
        }
        for lot in lots.indices {
            for change in changes(of: lot) where max(change.at, lots[lot].creditedAt) == instant {
                claw(lot, Int(change.percentageMillipercent))
                settle()
            }
        }
        playSpends(instant)
    }

    private func changes(of lot: Int) -> [RevocationChange] {
        guard lots[lot].kind == .hostCredit else { return lots[lot].revocations }
        return state.creditReversals.filter { $0.creditKey == lots[lot].lotID }.map {
            RevocationChange(at: $0.at, percentageMillipercent: 100_000, sequence: $0.sequence)
        }
    }

    private mutating func playSpends(_ instant: Instant) {
        let sequences =
            state.spends.filter { $0.at == instant }.map(\.sequence)
            + state.spendReversals.filter { $0.at == instant }.map(\.sequence)
        for sequence in sequences.sorted() {
            for spend in state.spends where spend.at == instant && spend.sequence == sequence {
                claims.append(Claim())
                claimOfSpend[spend.key] = claims.count - 1
                for _ in 0..<spend.amount { take(claims.count - 1) }
            }
            for reversal in state.spendReversals
            where reversal.at == instant && reversal.sequence == sequence {
                guard let claim = claimOfSpend[reversal.spendKey] else { continue }
                while letGo(claim) {}
                settle()
            }
        }
    }

    private mutating func claw(_ lot: Int, _ percentage: Int) {
        let base =
            count(lot, .available) + tokens.count { $0.lot == lot && $0.place != .available }
            - count(lot, .expired)
        let target = (2 * base * percentage + 100_000) / 200_000
        while clawed[lot, default: 0] < target {
            clawed[lot, default: 0] += 1
            if let own = tokens.firstIndex(where: { $0.lot == lot && $0.place == .available }) {
                tokens[own].place = .clawed
            } else {
                if claimOfLot[lot] == nil {
                    claims.append(Claim())
                    claimOfLot[lot] = claims.count - 1
                }
                if let claim = claimOfLot[lot] { take(claim) }
            }
        }
        while clawed[lot, default: 0] > target {
            clawed[lot, default: 0] -= 1
            if let claim = claimOfLot[lot], letGo(claim) { continue }
            if let own = tokens.firstIndex(where: { $0.lot == lot && $0.place == .clawed }) {
                tokens[own].place = expired.contains(lot) ? .expired : .available
            }
        }
    }

    /// The next unit to be spent goes to a claim; without one, the claim misses it.
    private mutating func take(_ claim: Int) {
        let next = tokens.indices.filter { tokens[$0].place == .available }
            .min { (tokens[$0].lot, $0) < (tokens[$1].lot, $1) }
        if let next {
            tokens[next].place = .held(claim: claim)
            claims[claim].tokens.append(next)
        } else {
            claims[claim].missing += 1
        }
    }

    /// Lets one unit go, a missing one first; false where there is none.
    private mutating func letGo(_ claim: Int) -> Bool {
        if claims[claim].missing > 0 {
            claims[claim].missing -= 1
            return true
        }
        guard let token = claims[claim].tokens.popLast() else { return false }
        let lot = tokens[token].lot
        if let overdrawn = claimOfLot[lot], letGo(overdrawn) {
            // The lot owed this unit to its own clawback.
            tokens[token].place = .clawed
        } else {
            tokens[token].place = expired.contains(lot) ? .expired : .available
        }
        return true
    }

    /// Units that came free pay what is owed, the oldest claim first.
    private mutating func settle() {
        guard state.overdraft == .negative else { return }
        for claim in claims.indices {
            while claims[claim].missing > 0, tokens.contains(where: { $0.place == .available }) {
                claims[claim].missing -= 1
                take(claim)
            }
        }
    }
}
