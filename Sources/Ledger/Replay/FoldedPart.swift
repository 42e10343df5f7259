/// Which lines one walk over the log folds: those whose numbers leave one remainder, so that old
/// and new lines are spread evenly over the parts.
struct LinePart: Sendable {
    /// Which part it is, from 0.
    let number: Int
    /// How many parts there are.
    let count: Int

    /// The place of a line among those of the part; nil where another part has it.
    func index(of line: UInt32) -> Int? {
        // Divided as a short number, which is several times faster: it is asked of every record.
        let divisor = UInt32(truncatingIfNeeded: count)
        guard divisor > 1 else { return Int(line - 1) }
        let (index, part) = (line - 1).quotientAndRemainder(dividingBy: divisor)
        return part == UInt32(truncatingIfNeeded: number) ? Int(index) : nil
    }

    /// The line at a place.
    func line(at index: Int) -> LineNumber {
        LineNumber(number: UInt32(truncatingIfNeeded: index * count + number + 1))
    }
}

/// What one walk over the log made of the lines of its part.
struct FoldedPart: Sendable {
    /// Whether heads are kept as bytes, because more lines follow; else the states are there
    /// anyway.
    private let isEncoded: Bool
    private var states: [LineState] = []
    /// One behind the other; a line without events has no bytes.
    private var bytes: [UInt8] = []
    /// Where the bytes of each end.
    private var ends: [Int] = []
    private var lines: [Line] = []
    /// The owners of lines at the instant.
    private(set) var owners: [LineOfIdentity] = []
    /// Everybody whom a line that may credit ever named.
    private(set) var claimants: [LineOfIdentity] = []
    /// Everybody whom an event of no line names; one part alone looks for them.
    var actors: Set<IdentityNumber> = []

    /// What is known of a line without its head.
    private struct Line: Sendable {
        var hasEvents = false
        var isOwned = false
        var mayCredit = false
    }

    /// - Parameter isEncoded: whether heads are kept as bytes, because more lines follow.
    init(isEncoded: Bool) { self.isEncoded = isEncoded }

    /// How many lines there are.
    var count: Int { lines.count }

    /// Makes room for so many lines.
    mutating func reserve(lineCount: Int) {
        lines.reserveCapacity(lineCount)
        if isEncoded { ends.reserveCapacity(lineCount) } else { states.reserveCapacity(lineCount) }
    }

    /// Adds the next line, which has no event.
    mutating func append(_ line: LineNumber) {
        if isEncoded { ends.append(bytes.count) } else { states.append(LineState(line: line)) }
        lines.append(Line())
    }

    /// Adds the next line.
    mutating func append(
        _ head: consuming LineState, owner: IdentityNumber?, mayCredit: Bool
    ) {
        lines.append(Line(hasEvents: true, isOwned: owner != nil, mayCredit: mayCredit))
        if let owner { owners.append(LineOfIdentity(owner, head.line)) }
        if mayCredit {
            for account in Set(head.namedAccounts) {
                claimants.append(LineOfIdentity(account, head.line))
            }
        }
        if isEncoded {
            bytes += head.encoded()
            ends.append(bytes.count)
        } else {
            states.append(head)
        }
    }

    /// The head of a line; nil where it has no event.
    func head(at index: Int) throws(RecordError) -> LineState? {
        guard lines[index].hasEvents else { return nil }
        return isEncoded ? try decoded(at: index) : states[index]
    }

    /// Adds the head of a line to what its owner may use; the status, where it is a subscription.
    func gather(
        at index: Int, into gathering: inout EntitlementGathering
    ) throws(RecordError) -> LineStatus? {
        if isEncoded { return gathering.add(try decoded(at: index)) }
        // Where it is: a copied state counts the references of all its lists.
        let held = states.span
        return gathering.add(held[index])
    }

    private func decoded(at index: Int) throws(RecordError) -> LineState {
        let start = index == 0 ? 0 : ends[index - 1]
        return try LineState(decoding: bytes.bytes.extracting(start..<ends[index]))
    }

    /// Whether a line has events and no owner.
    func isUnowned(at index: Int) -> Bool { lines[index].hasEvents && !lines[index].isOwned }

    /// Whether a line has purchases that may be worth units of a balance.
    func mayCredit(at index: Int) -> Bool { lines[index].mayCredit }
}

extension LineState {
    /// Every account that ever could own the line.
    fileprivate var namedAccounts: [IdentityNumber] {
        tokenClaims.map(\.account) + owners.presentations.compactMap(\.account)
            + owners.assignments.compactMap(\.account)
    }
}
