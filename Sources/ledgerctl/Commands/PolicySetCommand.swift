import Ledger

/// `ledgerctl policy set`.
enum PolicySetCommand {
    static let command = Command(
        "policy set", "Sets one policy.",
        discussion: """
            An answer as of T follows the policies in effect at T. The same value again appends
            nothing. The first value is what holds until one is set:

            accessInBillingRetry=off|on: whether a billing retry gives access.

            negativeBalance=allow|clamp: whether a refund of spent units takes a balance below zero.

            graceWithoutDateDays=3|0 to 28: how long a grace period without a date lasts, where the
            catalog does not say.

            unconfirmedSlack=0|PERIOD: access after the end while renewal is on and nothing was
            heard, as an ISO 8601 period such as PT24H.

            secondAccount=keep|transfer: who owns a line that another account presents.

            nonRenewing=stack|overlap: whether a second purchase of a non-renewing subscription
            begins at the end of the first, or at once.
            """,
        operands: [Operand("NAME=VALUE", "The policy and its value.")],
        options: [.effective, .json]
    ) { arguments, console in
        let setting = arguments.operands.first ?? ""
        guard let sign = setting.firstIndex(of: "="), sign != setting.startIndex else {
            throw UsageError.wrongValue(of: "NAME=VALUE", expected: "a name, = and a value")
        }
        let name = String(setting[..<sign])
        let value = String(setting[setting.index(after: sign)...])
        let effective = try arguments.instant(of: Option.effective.name)
        let receipt = try await arguments.withLedger { ledger in
            try await ledger.setPolicy(name, to: value, effective: effective)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
