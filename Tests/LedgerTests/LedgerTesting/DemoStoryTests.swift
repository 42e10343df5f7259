import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The snippets")
struct DemoStoryTests {
    static let alice = "a11ce000-0000-4000-8000-000000000001"
    static let bob = "b0b00000-0000-4000-8000-000000000002"

    /// What the file holds: each kind of input, and how often it comes.
    static let kinds = [
        "TEST": 1, "SUBSCRIBED/INITIAL_BUY": 3, "DID_RENEW": 1, "DID_RENEW/BILLING_RECOVERY": 1,
        "DID_CHANGE_RENEWAL_PREF/UPGRADE": 1, "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED": 1,
        "DID_FAIL_TO_RENEW/GRACE_PERIOD": 2, "GRACE_PERIOD_EXPIRED": 1,
        "EXPIRED/BILLING_RETRY": 1, "ONE_TIME_CHARGE": 3, "CONSUMPTION_REQUEST": 1, "REFUND": 4,
        "REFUND_REVERSED": 1, "transaction": 7, "transaction and renewal info": 1,
    ]

    /// The files of one run of the snippet.
    struct Story {
        let directory: TemporaryDirectory
        let configuration: LedgerConfiguration
        let inputs: [SignedInput]

        init() throws {
            directory = try TemporaryDirectory()
            let (status, output) = try SnippetProgram.run("DemoStory", [directory.path])
            try #require(status == 0 && output.isEmpty)
            let path = directory.path
            let root = try Data(contentsOf: URL(filePath: path + "/root.pem"))
            configuration = LedgerConfiguration(
                apps: [.init(bundleID: "com.example.app", appAppleID: 1_234_567_890)],
                environments: [.production],
                rootCertificates: try LedgerConfiguration.rootCertificates(in: root))
            var reader = InputReader()
            let file = try ["winter", "spring"].flatMap {
                [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\($0).jsonl")))
            }
            inputs = try (reader.read(file.span) + reader.finish()).map { element in
                guard case .input(let input) = element.content else {
                    throw StoryFailure.notAccepted(nil)
                }
                return input
            }
        }

        func makeLedger() throws -> TransactionLedger {
            try TransactionLedger.create(
                at: directory.path + "/ledger", configuration: configuration,
                clock: { VerificationSupport.recordedAt })
        }
    }

    @Test("Every input of the story is accepted, and each kind comes as often as told")
    func kinds() throws {
        let story = try Story()
        let verifier = try SignedInputVerifier(policy: story.configuration.trustPolicy)
        var counts: [String: Int] = [:]
        var dates: [Instant] = []
        for input in story.inputs {
            let result = try verifier.verify(input, recordedAt: VerificationSupport.recordedAt)
            switch try #require(result.input) {
            case .notification(let parts):
                let body = parts.notification.payload
                let subtype = body.subtype.map { "/" + $0.rawValue } ?? ""
                counts[(body.notificationType?.rawValue ?? "") + subtype, default: 0] += 1
                dates.append(try #require(body.signedDate))
            case .transaction(_, let info):
                let kind = info == nil ? "transaction" : "transaction and renewal info"
                counts[kind, default: 0] += 1
            case .appTransaction:
                counts["app transaction", default: 0] += 1
            }
        }
        #expect(counts == Self.kinds)
        #expect(dates != dates.sorted(), "nothing comes late")
    }

    @Test("The ledger takes the story in once, and answers differently at different dates")
    func ledger() async throws {
        let story = try Story()
        let catalog = try Data(contentsOf: URL(filePath: story.directory.path + "/catalog.json"))
        let ledger = try story.makeLedger()
        _ = try await ledger.importCatalog(CatalogImport([UInt8](catalog)).catalog)
        var duplicates = 0
        for input in story.inputs {
            switch try await ledger.record(input) {
            case .appended: break
            case .duplicate: duplicates += 1
            case .quarantined(let reason), .quarantineFull(let reason):
                Issue.record("quarantined: \(reason)")
            }
        }
        #expect(duplicates == 2)
        for input in story.inputs {
            guard case .duplicate = try await ledger.record(input) else {
                Issue.record("taken in twice")
                break
            }
        }
        func entitlements(_ account: String, _ date: String) throws -> String {
            let cut = Cut(asOf: try #require(Instant(iso8601: date, dateAlone: .endOfDay)))
            let token = try #require(UUID(uuidString: account))
            let active = try ledger.customer(appAccountToken: token, at: cut)
                .currentEntitlements()
            return active.compactMap(\.productID).joined(separator: " ")
        }
        #expect(try entitlements(Self.alice, "2026-01-04") == "")
        #expect(try entitlements(Self.alice, "2026-02-19") == "pro.monthly")
        #expect(try entitlements(Self.alice, "2026-02-20") == "pro.yearly")
        #expect(try entitlements(Self.alice, "2026-04-12") == "pro.yearly theme.dark")
        #expect(try entitlements(Self.alice, "2026-04-15") == "pro.yearly")
        #expect(try entitlements(Self.alice, "2026-06-30") == "theme.dark")
        #expect(try entitlements(Self.bob, "2026-02-12") == "news.monthly")
        #expect(try entitlements(Self.bob, "2026-03-20") == "news.monthly")
        #expect(try entitlements(Self.bob, "2026-03-27") == "")
        await ledger.close()
    }

    @Test("The story says how to call it when it is called wrongly")
    func usage() throws {
        #expect(try SnippetProgram.run("DemoStory").status == 64)
    }

    @Test("The example of the README records once and answers at three dates")
    func readme() throws {
        let (status, output) = try SnippetProgram.run("Readme")
        #expect(status == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first?.hasPrefix("appended") == true)
        #expect(lines.dropFirst().first?.hasPrefix("duplicate") == true)
        #expect(
            lines.suffix(3).map { $0.split(separator: " ")[1] } == ["false", "true", "false"])
    }
}
