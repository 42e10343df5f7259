/// Which lines one walk over the log folds: those whose numbers leave one remainder, so that old and
/// new lines are spread evenly over the parts.
struct LinePart: Sendable {
    /// Which part it is, from 0.
    let number: Int
    /// How many parts there are.
    let count: Int

    /// The place of a line among those of the part; nil where another part has it.
    func index(of line: UInt32) -> Int? {
        let (index, part) = Int(line - 1).quotientAndRemainder(dividingBy: count)
        return part == number ? index : nil
    }

    /// The line at a place.
    func line(at index: Int) -> LineNumber {
        LineNumber(number: UInt32(truncatingIfNeeded: index * count + number + 1))
    }
}

/// What one walk over the log made of the lines of its part.
struct FoldedPart: Sendable {
    /// Encoded heads, one behind the other.
    private var heads: [UInt8] = []
    /// Where the head of each line ends; that of a line without events is empty.
    private var ends: [Int] = []
    /// Whether a line has an owner.
    private var isOwned: [Bool] = []
    /// Whether a line has purchases that may be worth units of a balance.
    private(set) var crediting: [Bool] = []
    /// The owners of lines at the instant.
    private(set) var owners: [LineOfIdentity] = []
    /// Everybody whom a line that may credit ever named.
    private(set) var claimants: [LineOfIdentity] = []
    /// Everybody whom an event of no line names; one part alone looks for them.
    var actors: Set<IdentityNumber> = []

    /// How many lines there are.
    var count: Int { ends.count }

    /// Adds the next line, which has no event.
    mutating func append() {
        ends.append(heads.count)
        isOwned.append(false)
        crediting.append(false)
    }

    /// Adds the next line.
    mutating func append(_ head: LineState, owner: IdentityNumber?, mayCredit: Bool) {
        heads += head.encoded()
        ends.append(heads.count)
        isOwned.append(owner != nil)
        crediting.append(mayCredit)
        if let owner { owners.append(LineOfIdentity(owner, head.line)) }
        guard mayCredit else { return }
        for account in Set(head.namedAccounts) {
            claimants.append(LineOfIdentity(account, head.line))
        }
    }

    /// The head of a line; nil where it has no event.
    func head(at index: Int) throws(RecordError) -> LineState? {
        let bytes = heads.bytes.extracting(range(at: index))
        return bytes.isEmpty ? nil : try LineState(decoding: bytes)
    }

    /// Whether a line has events and no owner.
    func isUnowned(at index: Int) -> Bool { !isOwned[index] && !range(at: index).isEmpty }

    private func range(at index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }
}

extension LineState {
    /// Every account that ever could own the line.
    fileprivate var namedAccounts: [IdentityNumber] {
        tokenClaims.map(\.account) + owners.presentations.compactMap(\.account)
            + owners.assignments.compactMap(\.account)
    }
}
