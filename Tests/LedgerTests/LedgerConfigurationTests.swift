import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("What a ledger is told to accept")
struct LedgerConfigurationTests {
    private static let app = LedgerConfiguration.App(bundleID: "com.example.app", appAppleID: 1)

    /// Configurations that contradict themselves or can accept nothing.
    private static func wrong() throws -> [LedgerConfiguration] {
        let pem = Data("-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n".utf8)
        return [
            LedgerConfiguration(apps: []),
            LedgerConfiguration(apps: [.init(bundleID: "", appAppleID: 1)]),
            LedgerConfiguration(apps: [app, .init(bundleID: app.bundleID, appAppleID: 2)]),
            LedgerConfiguration(apps: [app], environments: []),
            LedgerConfiguration(apps: [app], environments: [.init(rawValue: "production")]),
            LedgerConfiguration(apps: [app], environments: [.production, .init(rawValue: "")]),
            LedgerConfiguration(apps: [app], rootCertificates: [pem]),
        ]
    }

    @Test("What cannot be meant is refused before anything is made, and changes nothing later")
    func refused() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/ledger"
        for configuration in try Self.wrong() {
            #expect {
                try TransactionLedger.create(at: path, configuration: configuration)
            } throws: {
                ($0 as? LedgerError)?.code == .invalidArgument
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        let whole = try WholeLedger()
        let before = try WholeLedger.configuration()
        for configuration in try Self.wrong() {
            await #expect {
                _ = try await whole.ledger.configure { $0 = configuration }
            } throws: {
                ($0 as? LedgerError)?.code == .invalidArgument
            }
        }
        #expect(try await whole.ledger.configure { _ in } == before)
        await whole.ledger.close()
    }

    @Test("An app that is added again keeps its Apple ID where none is given, and is told by bytes")
    func addedAgain() throws {
        let name = "com.example.caf\u{e9}"
        var configuration = LedgerConfiguration(apps: [.init(bundleID: name, appAppleID: 7)])
        configuration.add(.init(bundleID: name))
        #expect(configuration.apps == [.init(bundleID: name, appAppleID: 7)])
        // The same text to Unicode, other bytes: another app to the App Store.
        let decomposed = "com.example.cafe\u{301}"
        configuration.add(.init(bundleID: decomposed))
        #expect(configuration.apps.count == 2)
        configuration.add(.init(bundleID: decomposed, appAppleID: 8))
        #expect(configuration.apps.map(\.appAppleID) == [7, 8])
    }

    @Test("An app that is added again has the newer Apple ID, an environment counts once")
    func added() async throws {
        let whole = try WholeLedger()
        let changed = try await whole.ledger.configure { configuration in
            configuration.add(.init(bundleID: Self.app.bundleID, appAppleID: 7))
            configuration.add(.init(bundleID: Self.app.bundleID, appAppleID: 8))
            configuration.environments += [.xcode, .sandbox, .xcode]
        }
        #expect(changed.apps.count { $0.bundleID == Self.app.bundleID } == 1)
        #expect(changed.apps.last == .init(bundleID: Self.app.bundleID, appAppleID: 8))
        #expect(changed.environments == [.production, .sandbox, .xcode])
        await whole.ledger.close()
        let reopened = try WholeLedger(reopening: whole)
        #expect(reopened.ledger.configuration == changed)
        await reopened.ledger.close()
    }

    private static func store(
        _ configuration: LedgerConfiguration, in ledger: TransactionLedger
    ) throws {
        let encoded = try StoredConfiguration.encoded(configuration)
        let key = LogKey.text("configuration")
        try ledger.environment.write { transaction in
            try ledger.reader.tables.meta.put(key.bytes, encoded.bytes, in: transaction)
        }
    }

    @Test("A ledger opens whose stored configuration names an app twice: only giving it is refused")
    func stored() async throws {
        let whole = try WholeLedger()
        var configuration = try WholeLedger.configuration()
        configuration.apps += configuration.apps
        try Self.store(configuration, in: whole.ledger)
        await whole.ledger.close()
        let reopened = try WholeLedger(reopening: whole)
        #expect(reopened.ledger.configuration == configuration)
        await reopened.ledger.close()
    }

    @Test("Foundation says of an error what the error says")
    func localized() {
        let errors: [any Error & CustomStringConvertible] = [
            LedgerError(.noSuchLedger, "this is what to do"), HostActionError.unknownKey,
            AuditError(.noCheckpoint, "sign one"), StorageError.diskFull, RecordError.truncated,
        ]
        for error in errors {
            #expect(error.localizedDescription == error.description)
            #expect(!error.description.isEmpty)
        }
    }
}
