extension LedgerView {
    /// Lends the lines that an account owns at `asOf` one after the other, by number; true where
    /// the account has events of its own too.
    ///
    /// Lines that are quiet from an instant on, or from an earlier one, are passed over where the
    /// caller asks about grants alone.
    func forEachLine(
        ownedBy owner: IdentityNumber, passingOverQuietFrom quietest: Instant? = nil,
        _ line: inout LineSheet, _ cursor: inout LMDBCursor?,
        in transaction: borrowing LMDBReadTransaction, _ body: (borrowing LineSheet) -> Void
    ) throws -> Bool {
        try reader.forEachLineNoticingEvents(
            of: owner, keeping: &cursor, in: transaction
        ) { number in
            let isRead = try read(
                number, &line, passingOverQuietFrom: quietest, in: transaction)
            if isRead, isOwner(owner, of: line) { body(line) }
        }
    }

    private func isOwner(_ owner: IdentityNumber, of line: borrowing LineSheet) -> Bool {
        line.state.owner(at: asOf, secondAccount: policies.secondAccount) == owner
    }

    /// Reads a line as `line(_:in:)` does; false where it has no event that may be used, and where
    /// it is passed over.
    private func read(
        _ number: LineNumber, _ line: inout LineSheet, passingOverQuietFrom quietest: Instant?,
        in transaction: borrowing LMDBReadTransaction
    ) throws -> Bool {
        if usesLiveTables {
            let hasRead = try live.withStoredHead(of: number, in: transaction) { bytes in
                if let quietest, let quiet = try LineState.quietFrom(stored: bytes),
                    quiet <= quietest
                {
                    return HeadReading.isQuiet
                }
                try line.read(bytes, at: asOf)
                return line.answers(at: asOf) ? .answers : .isTooShort
            }
            switch hasRead {
            case .answers: return true
            case .isQuiet: return false
            case .isTooShort, nil: break
            }
        }
        guard let full = try fullLine(number, in: transaction) else { return false }
        line.take(full)
        return true
    }

    /// What came of reading a head.
    private enum HeadReading { case answers, isQuiet, isTooShort }
}

extension LineSheet {
    /// Whether the line answers for an instant: nothing that its head has dropped is asked about.
    func answers(at instant: Instant) -> Bool {
        state.dropped?.validFrom ?? .distantPast <= instant
    }
}
