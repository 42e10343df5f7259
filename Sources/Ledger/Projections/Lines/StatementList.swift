/// What one signed object says, without the date at which it was signed.
protocol StatementContent: Sendable, Hashable {
    /// The event that holds the content.
    var sequence: UInt64 { get }
    /// Digest of what it says; the last resort where two contents have one signed date (R6).
    var digest: UInt64 { get }
    /// Whether it wins over a content of the same signed date that does not (R6).
    var winsTies: Bool { get }
}

/// One content, signed once.
struct Statement: Sendable, Hashable {
    var signedDate: Instant
    /// Index of what it says in the list's contents.
    var content: Int
    /// The event that brought it: the content's own, or one that restates it.
    var sequence: UInt64
    /// The account that its appAccountToken names.
    var account: IdentityNumber?
}

/// Every version of one thing, in the order in which versions were signed.
///
/// The last one is current and replaces the others entirely: an absent field is cleared (R5).
/// The order depends on nothing but what was signed, so that arrival order does not matter (R6).
struct StatementList<Content: StatementContent>: Sendable, Hashable {
    private(set) var contents = SmallList<Content>()
    private(set) var statements = SmallList<Statement>()

    init() {}

    /// A list as it was stored; the caller has checked that every index is one of `contents`.
    init(contents: SmallList<Content>, statements: [Statement]) {
        self.contents = contents
        self.statements = SmallList(statements)
    }

    /// Empties the list, which keeps its memory for what is read into it next.
    mutating func empty() {
        contents.empty()
        statements.empty()
    }

    /// Makes room for so many contents that are read.
    mutating func reserve(contentCount: Int) { contents.reserveCapacity(contentCount) }

    /// Makes room for so many statements that are read.
    mutating func reserve(statementCount: Int) { statements.reserveCapacity(statementCount) }

    /// Adds a content as it was stored.
    mutating func appendStored(_ content: Content) { contents.append(content) }

    /// Adds a statement as it was stored; the caller has checked that its index is one of
    /// `contents`.
    mutating func appendStored(_ statement: Statement) { statements.append(statement) }

    /// Adds a content as it was stored, in front of others.
    mutating func insertStored(_ content: Content, at index: Int) {
        contents.insert(content, at: index)
    }

    /// Adds a statement as it was stored, in front of others; the caller has checked its index.
    mutating func insertStored(_ statement: Statement, at index: Int) {
        statements.insert(statement, at: index)
    }

    /// Says where the content of each statement stands now.
    mutating func moveStatements(to place: (Int) -> Int) {
        for index in statements.indices {
            statements[index].content = place(statements[index].content)
        }
    }

    var isEmpty: Bool { statements.isEmpty }

    /// The version that counts now (R5).
    var current: Content? { statements.last.map { contents[$0.content] } }

    /// Whether an event's content is held.
    func holdsContent(of sequence: UInt64) -> Bool {
        for index in contents.indices where contents[index].sequence == sequence { return true }
        return false
    }

    func content(of statement: Statement) -> Content { contents[statement.content] }

    /// Adds a content that was not held, and the date at which it was signed.
    mutating func insert(_ content: Content, signedDate: Instant, account: IdentityNumber?) {
        contents.append(content)
        insert(
            Statement(
                signedDate: signedDate, content: contents.count - 1, sequence: content.sequence,
                account: account))
    }

    /// Adds a date at which a held content was signed again; false where it is not held.
    mutating func restate(
        contentOf held: UInt64, signedDate: Instant, sequence: UInt64, account: IdentityNumber?
    ) -> Bool {
        guard let index = contents.lastIndex(where: { $0.sequence == held }) else { return false }
        insert(
            Statement(
                signedDate: signedDate, content: index, sequence: sequence, account: account))
        return true
    }

    /// Where the statement of a date and content stands, however it arrived.
    func index(signedDate: Instant, contentOf held: UInt64) -> Int? {
        guard let digest = contents.last(where: { $0.sequence == held })?.digest else {
            return nil
        }
        return statements.lastIndex {
            $0.signedDate == signedDate && contents[$0.content].digest == digest
        }
    }

    /// Drops the first statements, and the contents that no other one needs.
    mutating func dropStatements(before first: Int) {
        statements.removeFirst(first)
        var place = 0
        for index in contents.indices {
            guard statements.contains(where: { $0.content == index }) else { continue }
            if place < index {
                contents.swapAt(place, index)
                for statement in statements.indices where statements[statement].content == index {
                    statements[statement].content = place
                }
            }
            place += 1
        }
        contents.removeLast(contents.count - place)
    }

    /// Inserts in signed order; a statement that is held is not inserted again.
    private mutating func insert(_ statement: Statement) {
        var index = statements.endIndex
        while index > 0 {
            let other = statements[index - 1]
            if other.signedDate == statement.signedDate,
                contents[other.content].digest == contents[statement.content].digest
            {
                return
            }
            if precedes(other, statement) { break }
            index -= 1
        }
        statements.insert(statement, at: index)
    }

    /// Signed order, and R6 at one date: a winning content comes last, then the greater digest.
    private func precedes(_ left: Statement, _ right: Statement) -> Bool {
        if left.signedDate != right.signedDate { return left.signedDate < right.signedDate }
        let (first, second) = (contents[left.content], contents[right.content])
        if first.winsTies != second.winsTies { return second.winsTies }
        return first.digest < second.digest
    }
}

extension Array {
    /// Removes every element and keeps the memory; does nothing to an array that never had any.
    mutating func empty() {
        if !isEmpty { removeAll(keepingCapacity: true) }
    }
}
