extension LedgerView {
    /// Lends the lines that an account owns at `asOf` one after the other, by number; true where the
    /// account has events of its own too.
    func forEachLine(
        ownedBy owner: IdentityNumber, _ line: inout LineSheet,
        in transaction: borrowing LMDBReadTransaction, _ body: (borrowing LineSheet) -> Void
    ) throws -> Bool {
        try reader.forEachLineNoticingEvents(of: owner, in: transaction) { number in
            if try read(number, &line, in: transaction), isOwner(owner, of: line) { body(line) }
        }
    }

    private func isOwner(_ owner: IdentityNumber, of line: borrowing LineSheet) -> Bool {
        line.state.owner(at: asOf, secondAccount: policies.secondAccount) == owner
    }

    /// Reads a line as `line(_:in:)` does; false where it has no event that may be used.
    private func read(
        _ number: LineNumber, _ line: inout LineSheet,
        in transaction: borrowing LMDBReadTransaction
    ) throws -> Bool {
        if usesLiveTables, try live.readHead(of: number, at: asOf, into: &line, in: transaction),
            line.answers(at: asOf)
        {
            return true
        }
        guard let full = try fullLine(number, in: transaction) else { return false }
        line.take(full)
        return true
    }
}

extension LineSheet {
    /// Whether the line answers for an instant: nothing that its head has dropped is asked about.
    func answers(at instant: Instant) -> Bool {
        state.dropped?.validFrom ?? .distantPast <= instant
    }
}
