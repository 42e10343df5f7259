import Ledger

/// `ledgerctl policy list`.
enum PolicyListCommand {
    static let command = Command(
        "policy list", "Lists every policy with its value.",
        discussion: """
            Defaults are listed too. 'ledgerctl help policy set' says what each one means.
            """,
        options: Option.instants + [.json], exclusiveOptions: ExclusiveOptions.instants
    ) { arguments, console in
        let cut = try arguments.cut(now: Instant.now)
        let policies = try await arguments.withLedger { ledger in
            try ledger.policies(at: cut)
        }
        if arguments.has(Option.json.name) {
            try console.print(json: json(policies))
        } else {
            for (name, value) in policies { try console.print("\(name)=\(value)") }
        }
        return .done
    }

    private static func json(_ policies: [(name: String, value: String)]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.array("policies") { json in
                for (name, value) in policies {
                    json.object { json in
                        json.member("name", name)
                        json.member("value", value)
                    }
                }
            }
        }
        return json.bytes
    }
}
