internal import Synchronization

/// What a question needs for itself while it is answered: memory that is used again by the next
/// one.
///
/// One question at a time has a desk, so nothing at it is shared and nothing is locked.
final class QueryDesk {
    private var ground: LedgerGround?
    private var stateNumber = 0
    /// The line that is looked at.
    var line = LineSheet()
    /// What was found of a customer's entitlements; see `useCatalog(of:)`.
    var entitlements = EntitlementGathering()
    private var catalogGround: LedgerGround?
    /// Walks the lines of a customer.
    var cursor: LMDBCursor?

    /// The ground of a committed state, by the number of the transaction that made it; nil where
    /// the desk was last used at another one.
    func ground(ofState number: Int) -> LedgerGround? {
        stateNumber == number ? ground : nil
    }

    /// Gives `entitlements` the catalog of a ground, mostly the one that it has.
    func useCatalog(of ground: LedgerGround) {
        if catalogGround === ground { return }
        entitlements.use(ground.catalog)
        catalogGround = ground
    }

    /// Keeps the ground of a state in place of the one before.
    func keep(_ ground: LedgerGround, ofState number: Int) {
        self.ground = ground
        stateNumber = number
    }
}

/// One line after the other, in lists that keep their memory.
///
/// Not copyable, so that a line is lent to the rules and never copied for them.
struct LineSheet: ~Copyable {
    private(set) var state = LineState(line: LineNumber(number: 0))
    /// Purchases that a line before had and this one has not.
    private var spare: [Purchase] = []

    /// Reads a stored line for an answer at an instant.
    mutating func read(_ bytes: RawSpan, at instant: Instant) throws(RecordError) {
        try state.decode(bytes, for: .answers(at: instant), spare: &spare)
    }

    /// Takes a line that was folded from the log.
    mutating func take(_ line: LineState) { state = line }
}

/// Desks at rest.
struct QueryDesks: ~Copyable, Sendable {
    private let places = IdlePlaces()
    private let isClosed = Atomic(false)

    deinit { empty() }

    /// Lets go of every desk, and of each that is given back from now on: their cursors end before
    /// the environment does.
    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        empty()
    }

    private func empty() {
        while let desk = take() { _ = desk }
    }

    /// Lends a desk to one question.
    func lend<R>(_ body: (QueryDesk) throws -> R) rethrows -> R {
        let desk = take() ?? QueryDesk()
        defer { give(desk) }
        return try body(desk)
    }

    private func take() -> QueryDesk? {
        guard let address = places.take(),
            let pointer = unsafe UnsafeRawPointer(bitPattern: address)
        else { return nil }
        return unsafe Unmanaged<QueryDesk>.fromOpaque(pointer).takeRetainedValue()
    }

    /// A desk for which there is no place is gone.
    private func give(_ desk: QueryDesk) {
        let held = unsafe Unmanaged.passRetained(desk)
        if !places.give(UInt(bitPattern: unsafe held.toOpaque())) { unsafe held.release() }
        if isClosed.load(ordering: .sequentiallyConsistent) { empty() }
    }
}
