extension EventFields {
    /// Takes over a notification's label and what it carries beside signed data.
    mutating func set(_ notification: StoreNotification, interner: inout some SymbolInterning)
        throws
    {
        signedDate = notification.signedDate
        notificationType = try interner.symbol(for: notification.notificationType?.rawValue)
        subtype = try interner.symbol(for: notification.subtype?.rawValue)
        notificationUUID = notification.notificationUUID.map { PackedText($0) }
        version = try interner.symbol(for: notification.version)
        if let data = notification.data {
            bundle = try interner.symbol(for: data.bundleID)
            status = data.status?.rawValue
            appAppleID = data.appAppleID
            bundleVersion = try interner.symbol(for: data.bundleVersion)
            consumptionRequestReason = try interner.symbol(
                for: data.consumptionRequestReason?.rawValue)
        } else if let summary = notification.summary {
            bundle = try interner.symbol(for: summary.bundleID)
            product = try interner.symbol(for: summary.productID)
            appAppleID = summary.appAppleID
            requestIdentifier = summary.requestIdentifier.map { PackedText($0) }
            succeededCount = summary.succeededCount
            failedCount = summary.failedCount
            storefrontCountryCodes = try interner.symbols(
                for: summary.storefrontCountryCodes)
        } else if let token = notification.externalPurchaseToken {
            bundle = try interner.symbol(for: token.bundleID)
            appAppleID = token.appAppleID
            externalPurchaseID = token.externalPurchaseID.map { PackedText($0) }
            tokenCreationDate = token.tokenCreationDate
            tokenType = try interner.symbol(for: token.tokenType)
            tokenExpirationDate = token.tokenExpirationDate
        } else if let appData = notification.appData {
            bundle = try interner.symbol(for: appData.bundleID)
            appAppleID = appData.appAppleID
        }
    }

    /// Takes over what an AppTransaction says.
    mutating func set(_ appTransaction: AppTransaction, interner: inout some SymbolInterning) throws
    {
        signedDate = appTransaction.signedDate
        bundle = try interner.symbol(for: appTransaction.bundleID)
        appAppleID = appTransaction.appAppleID
        originalPurchaseDate = appTransaction.originalPurchaseDate
        applicationVersion = try interner.symbol(for: appTransaction.appVersion)
        versionExternalIdentifier = appTransaction.appVersionID
        originalApplicationVersion = try interner.symbol(for: appTransaction.originalAppVersion)
        preorderDate = appTransaction.preorderDate
        originalPlatform = try interner.symbol(for: appTransaction.originalPlatform?.rawValue)
    }
}
