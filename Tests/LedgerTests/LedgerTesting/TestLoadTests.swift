import LedgerTesting
import Testing

@testable import Ledger

@Suite("The load")
struct TestLoadTests {
    @Test("The same seed gives the same inputs, another seed others")
    func isDeterministic() {
        let first = Array(TestLoad(lineCount: 40, seed: 7)).map(\.facts)
        #expect(first == Array(TestLoad(lineCount: 40, seed: 7)).map(\.facts))
        #expect(first != Array(TestLoad(lineCount: 40, seed: 8)).map(\.facts))
    }

    @Test("Inputs come in the order in which they are signed, and stay within the story")
    func isInOrder() {
        var date = TestLoad.firstDate
        var count = 0
        for input in TestLoad(lineCount: 300) {
            #expect(input.signedDate >= date && input.signedDate < TestLoad.lastDate)
            date = input.signedDate
            count += 1
        }
        #expect(count > 8 * 300)
    }

    @Test("Every kind of notification that the load promises occurs")
    func hasEveryStory() {
        var types: Set<String> = []
        for input in TestLoad(lineCount: 400) {
            let name = input.notificationType ?? "transaction"
            types.insert(input.subtype.map { "\(name)/\($0)" } ?? name)
        }
        #expect(
            types == [
                "transaction", "SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "DID_RENEW/BILLING_RECOVERY",
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY",
                "EXPIRED/BILLING_RETRY", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD",
                "DID_CHANGE_RENEWAL_PREF/UPGRADE", "ONE_TIME_CHARGE", "REFUND",
            ])
    }

    @Test("A ledger takes in every input of the load")
    func isVerified() throws {
        let store = try TestAppStore(curve: .p384)
        let signer = TestLoadSigner(store: store)
        let policy = TrustPolicy(
            apps: [TrustPolicy.App(bundleID: store.bundleID, appAppleID: store.appAppleID)],
            environments: [.production], rootCertificates: [store.rootCertificate])
        let verifier = try SignedInputVerifier(policy: policy)
        for input in TestLoad(lineCount: 12) {
            let token = try input.token(by: signer)
            let signed: SignedInput =
                input.notificationType == nil
                ? .transaction(token, renewalInfo: nil) : .notification(token)
            let result = try verifier.verify(signed, recordedAt: .distantPast)
            guard case .verified = result else {
                Issue.record("\(input) was refused: \(result)")
                return
            }
            let header = token.prefix { $0 != UInt8(ascii: ".") }
            #expect((4_405...4_420).contains(header.count))
        }
    }
}
