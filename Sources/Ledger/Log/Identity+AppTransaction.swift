extension Identity {
    /// The Apple Account that a signed appTransactionId names; nil where it names none.
    init?(appTransactionID text: String?, environment: EnvironmentCode) {
        guard let text, text.utf8.count <= Self.textByteCountMax else { return nil }
        self.init(kind: .appTransactionID, environment: environment, text: text)
    }

    /// Whose purchase of the app an AppTransaction is about: by its appTransactionId, or before
    /// those existed by the app, the instant, the version and the platform of the first download.
    ///
    /// Nil where it says too little to tell one purchase from another.
    init?(
        _ appTransaction: AppTransaction, environment: EnvironmentCode, hasher: SHA256
    ) throws(IntegrityError) {
        if appTransaction.appTransactionID != nil {
            self.init(
                appTransactionID: appTransaction.appTransactionID, environment: environment)
            return
        }
        guard let bundleID = appTransaction.bundleID,
            let bought = appTransaction.originalPurchaseDate
        else { return nil }
        var writer = ByteWriter()
        writer.append(bought.millisecondsSince1970)
        for text in [
            bundleID, appTransaction.originalAppVersion ?? "",
            appTransaction.originalPlatform?.rawValue ?? "",
        ] {
            writer.append(bytes: Array(text.utf8) + [0])
        }
        let digest = try hasher.digest(writer.bytes)
        self.init(
            kind: .appPurchase, environment: environment, text: Hexadecimal.text(of: digest.bytes))
    }
}
