import Ledger

/// `ledgerctl policy set`.
enum PolicySetCommand {
    static let command = Command(
        "policy set", "Sets one policy.",
        discussion: """
            An answer as of T follows the policies in effect at T. 'policy list' names them all.
            The same value again appends nothing.
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
