/// Every line of one environment by the events up to a cut, as heads for the cut's instant.
///
/// One state a line, some 2,000 bytes, where all lines are folded at a time; else encoded, some 250
/// bytes. So the memory of a replay grows with the lines and not with the events.
struct FoldedHeads: Sendable {
    private let parts: [FoldedPart]
    /// Who owns what at the instant.
    private let owned: LineGroups
    /// Which lines with worth in units of a balance name whom.
    private let crediting: LineGroups
    private let actors: Set<IdentityNumber>

    init(_ parts: [FoldedPart]) {
        self.parts = parts
        owned = LineGroups(parts.map(\.owners))
        crediting = LineGroups(parts.map(\.claimants))
        actors = parts.reduce(into: []) { $0.formUnion($1.actors) }
    }

    /// The head of a line; nil where it has no event up to the cut.
    func head(of line: LineNumber) throws(RecordError) -> LineState? {
        guard let (part, index) = place(of: line) else { return nil }
        return try parts[part].head(at: index)
    }

    /// Adds the heads of the lines that an account owns to what it may use, and visits the status
    /// of each subscription; false where it owns none.
    func gather(
        ownedBy owner: IdentityNumber, into gathering: inout EntitlementGathering,
        _ body: (LineStatus) -> Void
    ) throws(RecordError) -> Bool {
        var ownsLines = false
        try owned.forEachLine(of: owner) { line throws(RecordError) in
            guard let (part, index) = place(of: line) else { return }
            ownsLines = true
            if let status = try parts[part].gather(at: index, into: &gathering) { body(status) }
        }
        return ownsLines
    }

    /// The lines that an account owns, by number.
    func lines(ownedBy owner: IdentityNumber) -> [LineNumber] { owned.lines(of: owner) }

    /// The lines with purchases that may be worth units of a balance and that ever named an
    /// account, by number.
    func creditingLines(naming account: IdentityNumber) -> [LineNumber] {
        crediting.lines(of: account)
    }

    /// Whether a line has purchases that may be worth units of a balance.
    func mayCredit(_ line: LineNumber) -> Bool {
        guard let (part, index) = place(of: line) else { return false }
        return parts[part].mayCredit(at: index)
    }

    /// Whether events of no line name an identity.
    func hasOwnEvents(_ identity: IdentityNumber) -> Bool { actors.contains(identity) }

    /// Whether nothing at all is known of an account.
    func isUnknown(_ account: IdentityNumber) -> Bool {
        !actors.contains(account) && !owned.contains(account) && !crediting.contains(account)
    }

    /// Whether a line has events and nobody owns it.
    func isUnowned(_ line: LineNumber) -> Bool {
        guard let (part, index) = place(of: line) else { return false }
        return parts[part].isUnowned(at: index)
    }

    /// Every line that nobody owns, in no order.
    var unownedLines: [LineNumber] {
        var lines: [LineNumber] = []
        for (number, part) in parts.enumerated() {
            for index in 0..<part.count where part.isUnowned(at: index) {
                lines.append(
                    LinePart(number: number, count: parts.count).line(at: index))
            }
        }
        return lines
    }

    private func place(of line: LineNumber) -> (part: Int, index: Int)? {
        guard line.number > 0, !parts.isEmpty else { return nil }
        let (index, part) = Int(line.number - 1).quotientAndRemainder(dividingBy: parts.count)
        return index < parts[part].count ? (part, index) : nil
    }
}

/// Lines by the identity that they belong to: pairs in order.
struct LineGroups: Sendable {
    /// The identity's number above the line's.
    private var pairs: [UInt64] = []

    init(_ groups: [[LineOfIdentity]]) {
        pairs.reserveCapacity(groups.reduce(0) { $0 + $1.count })
        for group in groups { for pair in group { pairs.append(pair.bits) } }
        pairs.sort()
    }

    func contains(_ identity: IdentityNumber) -> Bool {
        let first = firstIndex(of: identity)
        return first < pairs.count && pairs[first] >> 32 == UInt64(identity.number)
    }

    func lines(of identity: IdentityNumber) -> [LineNumber] {
        var lines: [LineNumber] = []
        forEachLine(of: identity) { lines.append($0) }
        return lines
    }

    /// Visits the lines of an identity, by number.
    func forEachLine<Failure>(
        of identity: IdentityNumber, _ body: (LineNumber) throws(Failure) -> Void
    ) throws(Failure) {
        var index = firstIndex(of: identity)
        while index < pairs.count, pairs[index] >> 32 == UInt64(identity.number) {
            try body(LineNumber(number: UInt32(truncatingIfNeeded: pairs[index])))
            index += 1
        }
    }

    private func firstIndex(of identity: IdentityNumber) -> Int {
        let wanted = UInt64(identity.number) << 32
        var (low, high) = (0, pairs.count)
        while low < high {
            let middle = (low + high) / 2
            if pairs[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A line, and an identity that it belongs to.
struct LineOfIdentity: Sendable {
    let bits: UInt64

    init(_ identity: IdentityNumber, _ line: LineNumber) {
        bits = UInt64(identity.number) << 32 | UInt64(line.number)
    }
}
