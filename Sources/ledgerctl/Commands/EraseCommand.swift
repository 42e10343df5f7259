import Ledger

/// `ledgerctl erase`.
enum EraseCommand {
    static let command = Command(
        "erase", "Erases a person for good.",
        discussion: """
            Deletes the customer's appAccountToken and appTransactionIds, the signed data of all \
            the customer's purchases and of whatever else names the customer, and what is quarantined \
            and names the customer. \
            Events, amounts and proofs stay, and no longer say whose they are: answers by \
            originalTransactionId go on. It cannot be undone.

            Of a customer who is not known, or was erased before, there is nothing to erase: the \
            exit status is 0. It is 1 where more than one account owns what was named.

            One environment is erased at a time; the answer says in which others the same \
            identifiers are known. Keys of host actions stay.

            Bytes that are deleted may stay readable in data.mdb until their pages are used again; \
            a compacting backup leaves them out. Backups and exports made before still hold the \
            customer: delete those yourself. Newly signed data that names the customer is taken in as that \
            of a new customer.
            """,
        options: Option.customer + [.environment, .json], exclusiveOptions: [.customer]
    ) { arguments, console in
        let customer = try arguments.customer()
        let environment = arguments.storeEnvironment
        let erasure = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try await ledger.erase(customer, environment: environment)
        }
        if arguments.has(Option.json.name) {
            try console.print(json: erasure.json)
        } else {
            for line in text(of: erasure) { try console.print(line) }
        }
        return .done
    }

    /// What was erased, for people.
    static func text(of erasure: Erasure) -> [String] {
        var lines = ["nothing to erase"]
        if !erasure.isEmpty {
            lines = [
                "erased \(erasure.identities) identifiers, the evidence of \(erasure.evidence) "
                    + "inputs (\(erasure.lines) lines), \(erasure.quarantined) quarantined inputs"
            ]
        }
        if let first = erasure.firstSequence, let last = erasure.lastSequence {
            lines.append("recorded as events \(first) to \(last)")
        }
        for environment in erasure.otherEnvironments {
            lines.append(
                "the same identifiers are known in \(environment.rawValue): erase them there too")
        }
        return lines
    }
}
