/// What the events of one line account for: the rows by which they and the line are found.
///
/// Made event by event, in the order of the log. Keep one and use it again: the next line is about
/// as long. Its lists are sorted and not hashed, because most have a few entries.
struct LineAccount {
    /// Rows of `lines` about events, in ascending order.
    private(set) var events: [EventRun] = []
    private var mentions: [Mention] = []
    private(set) var presenters: Set<UInt32> = []
    /// Accounts that presented the line after the last event that is looked at.
    var laterPresenters: Set<UInt32> = []
    private var transactions: [UInt64] = []
    private var periods: [UInt64] = []
    private var customers: [Customer] = []
    private(set) var originals: [Original] = []
    private var contents: [Content] = []

    /// An event that holds a statement, or states one again.
    private struct Mention {
        let digest: UInt64
        let signedDate: Instant
        let sequence: UInt64
        /// The event that has the content.
        let content: UInt64
        let rule: Rule
        /// How many mentions came before it.
        let place: Int

        /// Whether it comes before another in the order of the table's keys, and then of the log.
        func isBefore(_ other: Mention) -> Bool {
            if digest != other.digest { return digest < other.digest }
            if signedDate != other.signedDate { return signedDate < other.signedDate }
            return place < other.place
        }
    }

    /// What must hold of the row of an event's own statement.
    private enum Rule {
        /// A payload that is an event of its own has content that no event had before.
        case hasContent
        /// A notification is an event where its statement is new.
        case isHolder
        /// What is stated again was there.
        case none
    }

    /// A customer whom an event of the line names.
    struct Customer {
        let identity: IdentityNumber
        /// The event.
        let sequence: UInt64
    }

    /// What a transaction calls the line.
    struct Original {
        let identifier: StoreIdentifier
        let environment: EnvironmentCode
        let bundle: Symbol?
        /// The event.
        let sequence: UInt64
    }

    /// What later events may state again.
    private struct Content {
        let sequence: UInt64
        let digest: UInt64?
    }

    /// So many events make the room for them worth letting go.
    private static let eventsHeldMax = 256

    /// Forgets everything.
    mutating func removeAll() {
        let keepsRoom = contents.count <= Self.eventsHeldMax
        events.removeAll(keepingCapacity: keepsRoom)
        mentions.removeAll(keepingCapacity: keepsRoom)
        presenters.removeAll(keepingCapacity: keepsRoom)
        laterPresenters.removeAll(keepingCapacity: keepsRoom)
        transactions.removeAll(keepingCapacity: keepsRoom)
        periods.removeAll(keepingCapacity: keepsRoom)
        customers.removeAll(keepingCapacity: keepsRoom)
        originals.removeAll(keepingCapacity: keepsRoom)
        contents.removeAll(keepingCapacity: keepsRoom)
    }
}

// MARK: - What events bring

extension LineAccount {
    /// Takes in the next event that a row of the line names.
    mutating func add(
        _ event: borrowing LineEvent, _ environment: EnvironmentCode, of line: LineNumber,
        _ sequence: UInt64
    ) {
        // Of another line, it has no row here.
        if event.line == line {
            addRun(line, evidenceSequence: event.evidenceSequence, sequence)
            addCustomers(of: event, sequence)
            addOriginal(of: event, environment, sequence)
        }
        if let transactionID = event.transactionID, event.kind != .finish {
            transactions.append(transactionID.bits)
        }
        if let lineItem = event.webOrderLineItemID, lineItem.bits != 0 {
            periods.append(lineItem.bits)
        }
        if event.kind == .presentation, let account = event.account {
            presenters.insert(account.number)
        }
        contents.append(Content(sequence: sequence, digest: event.contentDigest))
        addStatement(of: event, sequence)
    }

    private mutating func addRun(
        _ line: LineNumber, evidenceSequence: UInt64?, _ sequence: UInt64
    ) {
        if let newest = events.indices.last,
            events[newest].takeIn(line, evidenceSequence: evidenceSequence, sequence)
        {
            return
        }
        events.append(EventRun(line, evidenceSequence: evidenceSequence, sequence))
    }

    private mutating func addCustomers(of event: borrowing LineEvent, _ sequence: UInt64) {
        addCustomer(event.account, sequence)
        addCustomer(event.statedRenewalInfoAccount, sequence)
        addCustomer(event.appTransaction, sequence)
    }

    /// Most events name whom the events before named.
    private mutating func addCustomer(_ identity: IdentityNumber?, _ sequence: UInt64) {
        guard let identity else { return }
        for known in customers.suffix(3) where known.identity == identity { return }
        customers.append(Customer(identity: identity, sequence: sequence))
    }

    private mutating func addOriginal(
        of event: borrowing LineEvent, _ environment: EnvironmentCode, _ sequence: UInt64
    ) {
        switch event.kind {
        case .transaction, .renewal, .revocation, .reversal: break
        default: return
        }
        guard let identifier = event.originalTransactionID else { return }
        if let last = originals.last, last.identifier == identifier,
            last.environment == environment, last.bundle == event.bundle
        {
            return
        }
        originals.append(
            Original(
                identifier: identifier, environment: environment, bundle: event.bundle,
                sequence: sequence))
    }

    private mutating func addStatement(of event: borrowing LineEvent, _ sequence: UInt64) {
        guard let digest = event.contentDigest else { return }
        switch event.kind {
        case .transaction, .renewal, .revocation, .reversal, .renewalInfo:
            addMention(digest, event.statedAt, sequence, content: sequence, .hasContent)
        case .notification:
            // One without a date has its transaction's.
            let (signedDate, statedDate) = (event.signedDate, event.statedTransactionSignedDate)
            let recordedAt = event.recordedAt
            let date = signedDate ?? statedDate ?? recordedAt
            addMention(digest, date, sequence, content: sequence, .isHolder)
        default: addMention(digest, event.statedAt, sequence, content: sequence, .none)
        }
    }

    /// Takes in that an event states again what an earlier one has.
    mutating func addStated(
        _ digest: UInt64, _ signedDate: Instant, by sequence: UInt64, content: UInt64
    ) {
        addMention(digest, signedDate, sequence, content: content, .none)
    }

    private mutating func addMention(
        _ digest: UInt64, _ signedDate: Instant, _ sequence: UInt64, content: UInt64, _ rule: Rule
    ) {
        mentions.append(
            Mention(
                digest: digest, signedDate: signedDate, sequence: sequence,
                content: content, rule: rule, place: mentions.count))
    }

    /// The content digest of an event that was taken in, nil where it has none; nil where it was not.
    func content(of sequence: UInt64) -> UInt64?? {
        var (low, high) = (0, contents.count)
        while low < high {
            let middle = (low + high) / 2
            if contents[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        guard low < contents.count, contents[low].sequence == sequence else { return nil }
        return .some(contents[low].digest)
    }
}

// MARK: - The rows that follow

extension LineAccount {
    /// The rows of statements in the order of their keys: a statement has one, whose holder is the
    /// event that brought it first, and whose content that of the first of all with this content.
    ///
    /// `unfit` is told of events whose own statement has another row than it must have.
    mutating func statements(unfit: (UInt64) -> Void) -> [LineStatement] {
        mentions.sort { $0.isBefore($1) }
        var statements: [LineStatement] = []
        statements.reserveCapacity(mentions.count)
        var start = 0
        while start < mentions.count {
            var (end, first) = (start + 1, start)
            while end < mentions.count, mentions[end].digest == mentions[start].digest {
                if mentions[end].place < mentions[first].place { first = end }
                end += 1
            }
            add(start..<end, content: mentions[first].content, to: &statements, unfit: unfit)
            start = end
        }
        return statements
    }

    /// Adds the rows of mentions with one content: one for each date.
    private func add(
        _ group: Range<Int>, content: UInt64, to statements: inout [LineStatement],
        unfit: (UInt64) -> Void
    ) {
        var holder: UInt64 = 0
        for index in group {
            let mention = mentions[index]
            if index == group.lowerBound || mention.signedDate != mentions[index - 1].signedDate {
                holder = mention.sequence
                statements.append(
                    LineStatement(
                        digest: mention.digest, signedDate: mention.signedDate,
                        holders: StatementHolders(holder: holder, content: content)))
            }
            switch mention.rule {
            case .hasContent where content != mention.sequence: unfit(mention.sequence)
            case .isHolder where holder != mention.sequence: unfit(mention.sequence)
            case .hasContent, .isHolder, .none: continue
            }
        }
    }

    /// Each customer once, with the first event that names it.
    mutating func distinctCustomers() -> [Customer] {
        customers.sort {
            ($0.identity.number, $0.sequence) < ($1.identity.number, $1.sequence)
        }
        var distinct: [Customer] = []
        for customer in customers where customer.identity != distinct.last?.identity {
            distinct.append(customer)
        }
        return distinct
    }

    /// How many rows of `transactionLines` and of `periodLines` there are.
    mutating func identifierCounts() -> (transactions: Int, periods: Int) {
        (Self.distinctCount(&transactions), Self.distinctCount(&periods))
    }

    private static func distinctCount(_ numbers: inout [UInt64]) -> Int {
        numbers.sort()
        var count = 0
        for index in numbers.indices where index == 0 || numbers[index] != numbers[index - 1] {
            count += 1
        }
        return count
    }
}
