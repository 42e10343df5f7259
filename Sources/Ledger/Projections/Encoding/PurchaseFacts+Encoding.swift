extension PurchaseFacts {
    /// Which fields are there, and the two flags.
    private struct Presence: OptionSet {
        var rawValue: UInt64
        /// Product, group, type, ownership and commitment are those of the content before.
        static let sameTerms = Presence(rawValue: 1 << 0)
        static let purchaseDate = Presence(rawValue: 1 << 1)
        static let expiresDate = Presence(rawValue: 1 << 2)
        static let transactionID = Presence(rawValue: 1 << 3)
        static let quantity = Presence(rawValue: 1 << 4)
        static let revocationDate = Presence(rawValue: 1 << 5)
        static let revocationType = Presence(rawValue: 1 << 6)
        static let offerType = Presence(rawValue: 1 << 7)
        static let offerIdentifier = Presence(rawValue: 1 << 8)
        static let revocationPercentage = Presence(rawValue: 1 << 9)
        static let isUpgraded = Presence(rawValue: 1 << 10)
        static let isCommitment = Presence(rawValue: 1 << 11)
        static let product = Presence(rawValue: 1 << 12)
        static let group = Presence(rawValue: 1 << 13)
        static let type = Presence(rawValue: 1 << 14)
        static let ownership = Presence(rawValue: 1 << 15)
    }

    private func hasTerms(of other: PurchaseFacts?) -> Bool {
        guard let other else { return false }
        return product == other.product && group == other.group && type == other.type
            && ownership == other.ownership && isCommitment == other.isCommitment
    }

    private func presence(sameTerms: Bool) -> Presence {
        var presence: Presence = sameTerms ? .sameTerms : []
        func note(_ isThere: Bool, _ field: Presence) { if isThere { presence.insert(field) } }
        note(purchaseDate != nil, .purchaseDate)
        note(expiresDate != nil, .expiresDate)
        note(transactionID != nil, .transactionID)
        note(quantity != nil, .quantity)
        note(revocationDate != nil, .revocationDate)
        note(revocationType != nil, .revocationType)
        note(revocationPercentage != nil, .revocationPercentage)
        note(offerType != nil, .offerType)
        note(offerIdentifier != nil, .offerIdentifier)
        note(isUpgraded, .isUpgraded)
        if sameTerms { return presence }
        note(isCommitment, .isCommitment)
        note(product != nil, .product)
        note(group != nil, .group)
        note(type != nil, .type)
        note(ownership != nil, .ownership)
        return presence
    }

    func write(to writer: inout StateWriter, after previous: PurchaseFacts?) {
        let sameTerms = hasTerms(of: previous)
        writer.write(presence(sameTerms: sameTerms).rawValue)
        writer.write(sequence: sequence)
        writer.write(digest: digest)
        if !sameTerms {
            for symbol in [product, group, type, ownership] {
                if let symbol { writer.write(symbol) }
            }
        }
        // In a tip the end is mostly what the head begins with.
        if let expiresDate { writer.write(expiresDate) }
        if let purchaseDate { writer.write(purchaseDate) }
        if let transactionID { writer.write(transactionID) }
        if let quantity { writer.write(signed: Int64(quantity)) }
        if let revocationDate { writer.write(revocationDate) }
        if let revocationType { writer.write(revocationType) }
        if let revocationPercentage { writer.write(signed: Int64(revocationPercentage)) }
        if let offerType { writer.write(signed: Int64(offerType)) }
        if let offerIdentifier { writer.write(offerIdentifier) }
    }

    init(
        from reader: inout StateReader, after previous: PurchaseFacts?
    ) throws(RecordError) {
        let presence = Presence(rawValue: try reader.read())
        sequence = try reader.readSequence()
        digest = try reader.readDigest()
        if presence.contains(.sameTerms) {
            guard let previous else { throw StateReader.invalid }
            (product, group, type) = (previous.product, previous.group, previous.type)
            (ownership, isCommitment) = (previous.ownership, previous.isCommitment)
        } else {
            product = presence.contains(.product) ? try reader.readSymbol() : nil
            group = presence.contains(.group) ? try reader.readSymbol() : nil
            type = presence.contains(.type) ? try reader.readSymbol() : nil
            ownership = presence.contains(.ownership) ? try reader.readSymbol() : nil
            isCommitment = presence.contains(.isCommitment)
        }
        isUpgraded = presence.contains(.isUpgraded)
        expiresDate = presence.contains(.expiresDate) ? try reader.readDate() : nil
        purchaseDate = presence.contains(.purchaseDate) ? try reader.readDate() : nil
        transactionID = presence.contains(.transactionID) ? try reader.readIdentifier() : nil
        quantity = presence.contains(.quantity) ? try reader.readSigned32() : nil
        revocationDate = presence.contains(.revocationDate) ? try reader.readDate() : nil
        revocationType = presence.contains(.revocationType) ? try reader.readSymbol() : nil
        revocationPercentage =
            presence.contains(.revocationPercentage) ? try reader.readSigned32() : nil
        offerType = presence.contains(.offerType) ? try reader.readSigned32() : nil
        offerIdentifier = presence.contains(.offerIdentifier) ? try reader.readSymbol() : nil
    }
}
