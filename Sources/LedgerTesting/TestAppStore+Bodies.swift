/// Whole bodies, as the App Store sends them.
extension TestAppStore {
    /// Signs a decoded notification, and what is in it.
    ///
    /// - Parameter notification: what `TestSubscription` and `TestPurchase` return.
    /// - Returns: `{"signedPayload":"…"}`, on one line and without a line end.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func notificationBody(
        _ notification: TestJSON
    ) throws(TestAppStoreError) -> [UInt8] {
        try signBody(["signedPayload": notification]).json
    }

    /// Signs a decoded notification, and what is in it.
    ///
    /// - Parameter notification: what `TestSubscription` and `TestPurchase` return.
    /// - Returns: the value of `signedPayload` alone: a compact JWS.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public func signedPayload(_ notification: TestJSON) throws(TestAppStoreError) -> String {
        try sign(signBody(notification))
    }

    /// The notification that App Store Connect sends when asked for a test.
    ///
    /// - Parameters:
    ///   - date: when Apple signs.
    ///   - changes: other values of fields.
    /// - Returns: `TEST`, decoded.
    /// - Throws: `TestAppStoreError.date`.
    public func testNotification(
        at date: TestDate, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        var changes = changes
        changes.data.merge(["bundleVersion": nil]) { given, _ in given }
        return notification(type: "TEST", signedDate: try date.milliseconds, changing: changes)
    }

    /// A customer's transaction history, as Get Transaction History answers.
    ///
    /// - Parameters:
    ///   - transactions: decoded, in the order of the answer.
    ///   - pageSize: transactions on a page; Apple has 20.
    /// - Returns: decoded pages, at least one; give each to `signBody`.
    /// - Throws: `TestAppStoreError.pageSize` when it is less than 1.
    public func historyPages(
        of transactions: [TestJSON], pageSize: Int = 20
    ) throws(TestAppStoreError) -> [TestJSON] {
        guard pageSize > 0 else { throw .pageSize(pageSize) }
        var pages: [TestJSON] = []
        var rest = transactions[...]
        repeat {
            let page = Array(rest.prefix(pageSize))
            rest = rest.dropFirst(pageSize)
            var body = answerHead
            body["signedTransactions"] = .array(page)
            body["hasMore"] = .bool(!rest.isEmpty)
            body["revision"] = .string("revision-\(pages.count + 1)")
            pages.append(body)
        } while !rest.isEmpty
        return pages
    }

    /// The newest period and renewal info of each subscription, as Get All Subscription Statuses
    /// answers.
    ///
    /// - Parameters:
    ///   - subscriptions: those of one customer.
    ///   - date: when Apple signs.
    /// - Returns: the decoded answer; give it to `signBody`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `TestAppStoreError.date`.
    public func statusResponse(
        of subscriptions: [TestSubscription], at date: TestDate
    ) throws(TestAppStoreError) -> TestJSON {
        var groups: [String: [TestJSON]] = [:]
        for subscription in subscriptions {
            let signedDate = try date.milliseconds
            let newest = try subscription.newest.statement(by: self, signedDate: signedDate)
            let item: TestJSON = [
                "status": .integer(try subscription.status(at: date)),
                "originalTransactionId": .string(subscription.originalTransactionID),
                "signedTransactionInfo": newest,
                "signedRenewalInfo": try subscription.renewalInfo(signedAt: date),
            ]
            groups[subscription.product.subscriptionGroupID ?? "", default: []].append(item)
        }
        var body = answerHead
        body["data"] = .array(
            groups.sorted { $0.key < $1.key }.map { group, items in
                [
                    "subscriptionGroupIdentifier": .string(group),
                    "lastTransactions": .array(items),
                ]
            })
        return body
    }

    private var answerHead: TestJSON {
        [
            "bundleId": .string(bundleID), "appAppleId": .integer(appAppleID),
            "environment": .string(environment),
        ]
    }

    /// A notification with some of its fields changed.
    func notification(
        type: String, subtype: String? = nil, signedDate: Int64, transaction: TestJSON? = nil,
        renewalInfo: TestJSON? = nil, status: Int64? = nil, changing changes: TestChanges
    ) -> TestJSON {
        var result = notification(
            type: type, subtype: subtype, signedDate: signedDate, transaction: transaction,
            renewalInfo: renewalInfo, status: status, data: changes.data,
            fields: changes.notification)
        if let data = result["data"] { result["data"] = data.changed(by: changes.data) }
        return result.changed(by: changes.notification)
    }
}
