extension LogBatch {
    /// Deletes what an identity's number stands for, with its salt.
    ///
    /// Records keep the number, which is never given out again.
    mutating func erase(
        _ identity: IdentityNumber, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        forgetIdentities()
        guard let found = try reader.identity(of: identity, in: transaction) else { return }
        let key = LogKey.identity(found.kind, found.environment, found.text)
        try reader.tables.identities.delete(key.bytes, in: transaction)
        let number = LogKey.number(identity.number)
        try reader.tables.identityDetails.delete(number.bytes, in: transaction)
    }

    /// Deletes the signed bytes of an input, with their salt.
    func eraseEvidence(
        ofInputAt first: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let key = LMDBKey(first)
        try reader.tables.evidence.delete(key.bytes, in: transaction)
    }
}
