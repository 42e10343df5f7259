extension LogReader {
    /// The fold of a line's events up to `through`; nil where none is that early.
    ///
    /// - Complexity: O(events of the line).
    func state(
        of line: LineNumber, through: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        let sequences = try eventSequences(of: line, through: through, in: transaction)
        if sequences.isEmpty { return nil }
        var state = LineState(line: line)
        for sequence in sequences {
            state.apply(try fields(sequence, in: transaction), sequence: sequence)
        }
        return state
    }

    /// The fold of an identity's own events up to `through`.
    ///
    /// - Complexity: O(host actions of the account).
    func account(
        _ identity: IdentityNumber, through: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> AccountState {
        var state = AccountState()
        for sequence in try eventSequences(of: identity, through: through, in: transaction) {
            state.apply(try fields(sequence, in: transaction), of: identity, sequence: sequence)
        }
        return state
    }
}
