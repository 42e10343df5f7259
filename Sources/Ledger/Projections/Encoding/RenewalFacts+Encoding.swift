extension RenewalFacts {
    /// Which fields are there, and the flags.
    private struct Presence: OptionSet {
        var rawValue: UInt64
        /// Products and price are those of the content before.
        static let sameTerms = Presence(rawValue: 1 << 0)
        static let renewalDate = Presence(rawValue: 1 << 1)
        static let saysRenewal = Presence(rawValue: 1 << 2)
        static let willAutoRenew = Presence(rawValue: 1 << 3)
        static let isInBillingRetryPeriod = Presence(rawValue: 1 << 4)
        static let gracePeriodExpiresDate = Presence(rawValue: 1 << 5)
        static let expirationIntent = Presence(rawValue: 1 << 6)
        static let priceIncreaseStatus = Presence(rawValue: 1 << 7)
        static let product = Presence(rawValue: 1 << 8)
        static let autoRenewProduct = Presence(rawValue: 1 << 9)
        static let renewalPrice = Presence(rawValue: 1 << 10)
    }

    private func hasTerms(of other: RenewalFacts?) -> Bool {
        guard let other else { return false }
        return product == other.product && autoRenewProduct == other.autoRenewProduct
            && renewalPrice == other.renewalPrice
    }

    private func presence(sameTerms: Bool) -> Presence {
        var presence: Presence = sameTerms ? .sameTerms : []
        func note(_ isThere: Bool, _ field: Presence) { if isThere { presence.insert(field) } }
        note(renewalDate != nil, .renewalDate)
        note(willAutoRenew != nil, .saysRenewal)
        note(willAutoRenew == true, .willAutoRenew)
        note(isInBillingRetryPeriod, .isInBillingRetryPeriod)
        note(gracePeriodExpiresDate != nil, .gracePeriodExpiresDate)
        note(expirationIntent != nil, .expirationIntent)
        note(priceIncreaseStatus != nil, .priceIncreaseStatus)
        if sameTerms { return presence }
        note(product != nil, .product)
        note(autoRenewProduct != nil, .autoRenewProduct)
        note(renewalPrice != nil, .renewalPrice)
        return presence
    }

    func write(to writer: inout StateWriter, after previous: RenewalFacts?) {
        let sameTerms = hasTerms(of: previous)
        writer.write(presence(sameTerms: sameTerms).rawValue)
        writer.write(sequence: sequence)
        writer.write(digest: digest)
        if !sameTerms {
            if let product { writer.write(product) }
            if let autoRenewProduct { writer.write(autoRenewProduct) }
            if let renewalPrice { writer.write(signed: renewalPrice) }
        }
        if let renewalDate { writer.write(renewalDate) }
        if let gracePeriodExpiresDate { writer.write(gracePeriodExpiresDate) }
        if let expirationIntent { writer.write(signed: Int64(expirationIntent)) }
        if let priceIncreaseStatus { writer.write(signed: Int64(priceIncreaseStatus)) }
    }

    init(
        from reader: inout StateReader, after previous: RenewalFacts?
    ) throws(RecordError) {
        let presence = Presence(rawValue: try reader.read())
        sequence = try reader.readSequence()
        digest = try reader.readDigest()
        if presence.contains(.sameTerms) {
            guard let previous else { throw StateReader.invalid }
            (product, autoRenewProduct) = (previous.product, previous.autoRenewProduct)
            renewalPrice = previous.renewalPrice
        } else {
            product = presence.contains(.product) ? try reader.readSymbol() : nil
            autoRenewProduct =
                presence.contains(.autoRenewProduct) ? try reader.readSymbol() : nil
            renewalPrice = presence.contains(.renewalPrice) ? try reader.readSigned() : nil
        }
        willAutoRenew =
            presence.contains(.saysRenewal) ? presence.contains(.willAutoRenew) : nil
        isInBillingRetryPeriod = presence.contains(.isInBillingRetryPeriod)
        renewalDate = presence.contains(.renewalDate) ? try reader.readDate() : nil
        gracePeriodExpiresDate =
            presence.contains(.gracePeriodExpiresDate) ? try reader.readDate() : nil
        expirationIntent =
            presence.contains(.expirationIntent) ? try reader.readSigned32() : nil
        priceIncreaseStatus =
            presence.contains(.priceIncreaseStatus) ? try reader.readSigned32() : nil
    }
}
