import Foundation
import LedgerTesting
import Testing

@testable import ledgerctl

@Suite struct ConfigureCommandTests {
    @Test("An app, an environment and a root that are added are accepted from the next opening on")
    func widens() async throws {
        let directory = try TemporaryDirectory()
        let store = try TestAppStore(curve: .p256)
        let root = directory.path + "/root.pem"
        try Data(store.rootCertificatePEM.utf8).write(to: URL(filePath: root))
        let ledger = "--ledger \(directory.path)/ledger"
        let made = await run("\(ledger) init --bundle-id com.other --environment Production")
        #expect(made.status == .done)
        let coins = try TestPurchase(
            store: store, customer: TestCustomer(),
            product: .oneTime("coins.100", .consumable), transactionID: "7001",
            at: "2026-01-02T00:00:00Z")
        let file = directory.path + "/coins.json"
        try Data(store.notificationBody(coins.charge())).write(to: URL(filePath: file))
        #expect(await run("\(ledger) ingest \(file)").status == .answerIsNo)
        let before = await run("\(ledger) configure --json")
        #expect(before.status == .done && before.errors == "")
        let accepted = try TestJSON(json: before.output.utf8)
        #expect(accepted.keys == ["apps", "environments", "rootCertificates"])
        #expect(accepted["apps"]?.elements == [["bundleId": "com.other"]])
        #expect(accepted["environments"]?.elements == ["Production"])
        // Of Apple Root CA - G3, as Apple publishes it.
        let apple = "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"
        #expect(accepted["rootCertificates"]?.elements == [.string(apple)])
        #expect(await run("\(ledger) configure --app-apple-id 5").status == .wrongUsage)
        let configured = await run(
            "\(ledger) configure --add-bundle-id com.example.app --app-apple-id 1234567890 "
                + "--add-environment Sandbox --add-root-certificate \(root)")
        #expect(configured.status == .done, "\(configured.errors)")
        let shown = await run("\(ledger) configure")
        #expect(shown.output == configured.output)
        let again = await run("\(ledger) configure --add-bundle-id com.example.app")
        #expect(again.status == .done && again.output == shown.output)
        let lines = shown.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
        }
        #expect(
            lines.map { $0[0] } == ["app", "app", "environment", "environment", "root", "root"])
        #expect(shown.output.contains("com.example.app, Apple ID 1234567890"))
        let taken = await run("\(ledger) ingest \(file)")
        #expect(taken.status == .done, "\(taken.errors)")
    }

    private func run(_ line: String) async -> ProgramOutcome {
        await LedgerctlTests.run(line, table: .all)
    }
}
