extension LineState {
    /// Whether the purchase of a transaction is revoked by what was signed before it; a later
    /// statement without the revocation takes it back.
    func isRevoked(_ key: PurchaseKey, before signedDate: Instant) -> Bool {
        guard let index = index(of: key) else { return false }
        let versions = purchases[index].versions
        let before = versions.statements.last { $0.signedDate < signedDate }
        return before.map { versions.content(of: $0).revocationDate != nil } ?? false
    }
}
