/// Which lines one walk over the log folds: those whose numbers leave one remainder, so that old and
/// new lines are spread evenly over the parts.
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
    private var heads: Heads
    private var lines: [Line] = []
    /// The owners of lines at the instant.
    private(set) var owners: [LineOfIdentity] = []
    /// Everybody whom a line that may credit ever named.
    private(set) var claimants: [LineOfIdentity] = []
    /// Everybody whom an event of no line names; one part alone looks for them.
    var actors: Set<IdentityNumber> = []

    /// The heads of the part, as they are or as bytes.
    fileprivate enum Heads: Sendable {
        /// Where one walk folds all lines, the states are there anyway.
        case states([LineState?])
        /// One behind the other, with the end of each; a line without events has no bytes.
        case encoded([UInt8], ends: [Int])
    }

    /// What is known of a line without its head.
    private struct Line: Sendable {
        var hasEvents = false
        var isOwned = false
        var mayCredit = false
    }

    /// - Parameter isEncoded: whether heads are kept as bytes, because more lines follow.
    init(isEncoded: Bool) {
        heads = isEncoded ? .encoded([], ends: []) : .states([])
    }

    /// How many lines there are.
    var count: Int { lines.count }

    /// Adds the next line, which has no event.
    mutating func append() {
        heads.append(nil)
        lines.append(Line())
    }

    /// Adds the next line.
    mutating func append(_ head: LineState, owner: IdentityNumber?, mayCredit: Bool) {
        heads.append(head)
        lines.append(Line(hasEvents: true, isOwned: owner != nil, mayCredit: mayCredit))
        if let owner { owners.append(LineOfIdentity(owner, head.line)) }
        guard mayCredit else { return }
        for account in Set(head.namedAccounts) {
            claimants.append(LineOfIdentity(account, head.line))
        }
    }

    /// The head of a line; nil where it has no event.
    func head(at index: Int) throws(RecordError) -> LineState? {
        switch heads {
        case .states(let states): return states[index]
        case .encoded(let bytes, let ends):
            let start = index == 0 ? 0 : ends[index - 1]
            let head = bytes.bytes.extracting(start..<ends[index])
            return head.isEmpty ? nil : try LineState(decoding: head)
        }
    }

    /// Whether a line has events and no owner.
    func isUnowned(at index: Int) -> Bool { lines[index].hasEvents && !lines[index].isOwned }

    /// Whether a line has purchases that may be worth units of a balance.
    func mayCredit(at index: Int) -> Bool { lines[index].mayCredit }
}

extension FoldedPart.Heads {
    fileprivate mutating func append(_ head: LineState?) {
        switch consume self {
        case .states(var states):
            states.append(head)
            self = .states(states)
        case .encoded(var bytes, var ends):
            if let head { bytes += head.encoded() }
            ends.append(bytes.count)
            self = .encoded(bytes, ends: ends)
        }
    }
}

extension LineState {
    /// Every account that ever could own the line.
    fileprivate var namedAccounts: [IdentityNumber] {
        tokenClaims.map(\.account) + owners.presentations.compactMap(\.account)
            + owners.assignments.compactMap(\.account)
    }
}
