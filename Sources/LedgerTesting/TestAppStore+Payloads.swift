/// Decoded payloads, with the fields that Apple always writes. Change or add what a test needs:
/// `payload["revocationDate"] = 1_700_000_000_000`.
extension TestAppStore {
    /// A transaction.
    ///
    /// - Parameters:
    ///   - id: `transactionId`.
    ///   - originalID: `originalTransactionId`; the same as `id` unless given.
    ///   - productID: `productId`.
    ///   - purchaseDate: milliseconds since 1970.
    ///   - expiresDate: milliseconds since 1970; with it the type is an auto-renewable
    ///     subscription of group 21500001, without it a non-consumable.
    ///   - signedDate: milliseconds since 1970; `purchaseDate` unless given.
    ///   - fields: further fields, and other values for these.
    /// - Returns: the decoded payload.
    public func transaction(
        id: String, originalID: String? = nil, productID: String, purchaseDate: Int64,
        expiresDate: Int64? = nil, signedDate: Int64? = nil, fields: [String: TestJSON] = [:]
    ) -> TestJSON {
        var members: [String: TestJSON] = [
            "transactionId": .string(id), "originalTransactionId": .string(originalID ?? id),
            "bundleId": .string(bundleID), "productId": .string(productID),
            "purchaseDate": .integer(purchaseDate), "originalPurchaseDate": .integer(purchaseDate),
            "quantity": 1, "type": "Non-Consumable", "inAppOwnershipType": "PURCHASED",
            "signedDate": .integer(signedDate ?? purchaseDate),
            "environment": .string(environment), "transactionReason": "PURCHASE",
            "storefront": "USA", "storefrontId": "143441", "price": 9990, "currency": "USD",
        ]
        if let expiresDate {
            members["expiresDate"] = .integer(expiresDate)
            members["type"] = "Auto-Renewable Subscription"
            members["subscriptionGroupIdentifier"] = "21500001"
            members["webOrderLineItemId"] = .string("9" + id)
        }
        return .object(members.merging(fields) { $1 })
    }

    /// A renewal info.
    ///
    /// - Parameters:
    ///   - originalID: `originalTransactionId`.
    ///   - productID: `productId` and `autoRenewProductId`.
    ///   - signedDate: milliseconds since 1970.
    ///   - autoRenewStatus: 1 renews, 0 does not.
    ///   - fields: further fields, and other values for these.
    /// - Returns: the decoded payload.
    public func renewalInfo(
        originalID: String, productID: String, signedDate: Int64, autoRenewStatus: Int64 = 1,
        fields: [String: TestJSON] = [:]
    ) -> TestJSON {
        let members: [String: TestJSON] = [
            "originalTransactionId": .string(originalID), "productId": .string(productID),
            "autoRenewProductId": .string(productID), "autoRenewStatus": .integer(autoRenewStatus),
            "signedDate": .integer(signedDate), "environment": .string(environment),
        ]
        return .object(members.merging(fields) { $1 })
    }

    /// An app transaction.
    ///
    /// - Parameters:
    ///   - id: `appTransactionId`; nil leaves it out, as data from before 2025 does.
    ///   - originalPurchaseDate: milliseconds since 1970.
    ///   - signedDate: `receiptCreationDate`, milliseconds since 1970.
    ///   - fields: further fields, and other values for these.
    /// - Returns: the decoded payload.
    public func appTransaction(
        id: String?, originalPurchaseDate: Int64, signedDate: Int64,
        fields: [String: TestJSON] = [:]
    ) -> TestJSON {
        var members: [String: TestJSON] = [
            "receiptType": .string(environment), "bundleId": .string(bundleID),
            "appAppleId": .integer(appAppleID), "applicationVersion": "1",
            "originalApplicationVersion": "1", "originalPlatform": "iOS",
            "originalPurchaseDate": .integer(originalPurchaseDate),
            "receiptCreationDate": .integer(signedDate),
        ]
        if let id { members["appTransactionId"] = .string(id) }
        return .object(members.merging(fields) { $1 })
    }

    /// A notification with decoded objects where Apple has a JWS: give it to `signBody` under
    /// the key `signedPayload`.
    ///
    /// - Parameters:
    ///   - type: `notificationType`.
    ///   - subtype: `subtype`.
    ///   - uuid: `notificationUUID`; made up of the rest of the content unless given.
    ///   - signedDate: milliseconds since 1970; the latest of the parts' unless given.
    ///   - transaction: what `data.signedTransactionInfo` holds.
    ///   - renewalInfo: what `data.signedRenewalInfo` holds.
    ///   - status: `data.status`.
    ///   - data: further fields of `data`, and other values for these.
    ///   - fields: further fields of the notification, and other values for these.
    /// - Returns: the decoded payload.
    public func notification(
        type: String, subtype: String? = nil, uuid: String? = nil, signedDate: Int64? = nil,
        transaction: TestJSON? = nil, renewalInfo: TestJSON? = nil, status: Int64? = nil,
        data: [String: TestJSON] = [:], fields: [String: TestJSON] = [:]
    ) -> TestJSON {
        var inner: [String: TestJSON] = [
            "bundleId": .string(bundleID), "appAppleId": .integer(appAppleID),
            "bundleVersion": "1",
            "environment": transaction?["environment"] ?? .string(environment),
        ]
        inner["signedTransactionInfo"] = transaction
        inner["signedRenewalInfo"] = renewalInfo
        inner["status"] = status.map(TestJSON.integer)
        inner.merge(data) { $1 }
        var members: [String: TestJSON] = [
            "notificationType": .string(type), "version": "2.0", "data": .object(inner),
        ]
        members["subtype"] = subtype.map(TestJSON.string)
        let dates = [transaction, renewalInfo].compactMap { $0?["signedDate"]?.integerValue }
        members["signedDate"] = (signedDate ?? dates.max()).map(TestJSON.integer)
        members.merge(fields) { $1 }
        if members["notificationUUID"] == nil {
            members["notificationUUID"] = .string(uuid ?? Self.uuid(of: .object(members)))
        }
        return .object(members)
    }

    /// A UUID of version 4 in form that depends on nothing but the content.
    private static func uuid(of content: TestJSON) -> String {
        // FNV-1a in two lanes: names need to differ, not to be hard to forge.
        var lanes: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4]
        for byte in content.json {
            for lane in lanes.indices {
                lanes[lane] = (lanes[lane] ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        lanes[0] = lanes[0] & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        lanes[1] = lanes[1] & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = lanes.map { lane in
            let text = String(lane, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        let ends = [8, 12, 16, 20, 32]
        var start = 0
        var groups: [Substring] = []
        for end in ends {
            groups.append(digits.dropFirst(start).prefix(end - start))
            start = end
        }
        return groups.joined(separator: "-")
    }
}
