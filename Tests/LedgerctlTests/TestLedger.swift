import Ledger
import LedgerTesting

@testable import ledgerctl

/// A ledger in a directory of its own, that trusts a throwaway App Store.
struct TestLedger {
    let directory: TemporaryDirectory
    let store: TestAppStore
    var path: String { directory.path + "/ledger" }

    /// Makes the directory and the root certificate, but not the ledger.
    init() throws {
        directory = try TemporaryDirectory()
        store = try TestAppStore()
        _ = try directory.write(store.rootCertificate, to: "root.der")
    }

    /// The arguments of `init` for the test App Store.
    var initWords: [String] {
        [
            "init", "--bundle-id", store.bundleID, "--app-apple-id", "\(store.appAppleID)",
            "--root-certificate", directory.path + "/root.der",
        ]
    }

    /// Runs the program in this process.
    func run(_ words: String..., isErrorTerminal: Bool = false) async -> ProgramOutcome {
        await run(words: words, isErrorTerminal: isErrorTerminal)
    }

    /// Makes the ledger.
    func make() async -> ProgramOutcome { await run(words: initWords) }

    /// Runs the program in this process.
    func run(words: [String], isErrorTerminal: Bool = false) async -> ProgramOutcome {
        await LedgerctlTests.run(
            words: words, table: .all, environment: ["LEDGER_PATH": path],
            isErrorTerminal: isErrorTerminal)
    }

    /// Writes a notification of a purchase of a non-consumable that is signed by the store.
    func writePurchase(id: String, to name: String, by signer: TestAppStore? = nil) throws -> String
    {
        let notification = store.notification(
            type: "ONE_TIME_CHARGE",
            transaction: store.transaction(
                id: id, productID: "lifetime", purchaseDate: 1_767_225_600_000))
        let body = try (signer ?? store).signBody(["signedPayload": notification])
        return try directory.write(body.json, to: name)
    }
}
