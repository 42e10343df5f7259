/// Some events that follow each other in the log.
public struct EventPage: Sendable, Hashable {
    /// The events of the environment that was asked for, in the order of the log.
    public var events: [RecordedEvent]
    /// Where the next page begins: behind the last event that was looked at.
    public var nextSequence: UInt64
    /// Whether the page ends where the log ended.
    public var isAtEnd: Bool
}

extension TransactionLedger {
    /// The events of an environment from a place in the log on, with catalogs and policies, which
    /// belong to none.
    ///
    /// - Parameters:
    ///   - sequence: the first event to look at.
    ///   - limit: how many events are looked at, at most.
    ///   - environment: the world to ask in; events of the others are left out.
    /// - Returns: the events, and where the next page begins. At the end of the log ask again from
    ///   there, whenever more may have been appended.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(`limit`).
    public func events(
        from sequence: UInt64, limit: Int, environment: StoreEnvironment = .production
    ) throws -> EventPage {
        guard limit > 0 else { throw LedgerError(.invalidArgument, "ask for at least one event") }
        return try read(environment, at: nil) { view, transaction in
            let first = max(sequence, 1)
            var page = EventPage(events: [], nextSequence: first, isAtEnd: true)
            guard first <= view.sequence else { return page }
            let last = min(view.sequence, first + min(UInt64(limit) - 1, view.sequence))
            for sequence in first...last {
                let event = try view.event(sequence, in: transaction)
                if event.environment == nil || event.environment == view.environment {
                    page.events.append(event)
                }
            }
            page.nextSequence = last + 1
            page.isAtEnd = last == view.sequence
            return page
        }
    }
}
