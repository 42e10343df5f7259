import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Verification of good tokens that do not fit")
struct SignedInputVerifierTests {
    private let store: TestAppStore
    private let recordedAt = VerificationSupport.recordedAt

    init() throws {
        store = try TestAppStore()
    }

    private func verifier(
        environments: Set<StoreEnvironment> = [.production, .sandbox]
    ) throws -> SignedInputVerifier {
        try VerificationSupport.verifier(trusting: store, environments: environments)
    }

    private func bytes(_ payload: TestJSON) throws -> [UInt8] {
        Array(try store.sign(payload).utf8)
    }

    private func reason(_ input: SignedInput) throws -> RefusalReason? {
        try verifier().verify(input, recordedAt: recordedAt).reason
    }

    private func signed(_ notification: TestJSON) throws -> [UInt8] {
        let body = try store.signBody(["signedPayload": notification])
        return Array((body["signedPayload"]?.stringValue ?? "").utf8)
    }

    /// A payload with one field changed, or taken away by nil.
    private func changing(
        _ payload: TestJSON, _ key: String, to value: TestJSON?
    ) -> TestJSON {
        var payload = payload
        payload[key] = value
        return payload
    }

    @Test("A transaction of another app or environment, or without an identifier, is refused")
    func transactionFields() throws {
        let good = VerificationSupport.transaction(store)
        for (key, value, expected) in [
            ("bundleId", "com.example.other", .app), ("bundleId", nil, .app),
            ("bundleId", "COM.example.app", .app), ("environment", nil, .environment),
            ("environment", "Xcode", .environment), ("environment", "production", .environment),
            ("environment", "Mars", .environment), ("transactionId", nil, .missingIdentifier),
            ("transactionId", "", .missingIdentifier),
            ("originalTransactionId", nil, .missingIdentifier),
            ("productId", nil, .missingIdentifier), ("purchaseDate", nil, .missingIdentifier),
            ("price", "9990", .malformed), ("transactionId", 2, .malformed),
            ("quantity", 1.5, .malformed), ("quantity", 5_000_000_000, .malformed),
            ("appAccountToken", "no UUID", nil), ("type", "Holographic", nil),
            ("offerType", 5, nil), ("price", nil, nil), ("brandNew", ["a": [1, nil]], nil),
        ] as [(String, TestJSON?, RefusalReason?)] {
            let token = try bytes(changing(good, key, to: value))
            #expect(try reason(.transaction(token, renewalInfo: nil)) == expected, "\(key)")
        }
    }

    @Test("A token of another kind than its place calls for says so")
    func wrongKinds() throws {
        let transaction = try bytes(VerificationSupport.transaction(store))
        let renewalInfo = try bytes(VerificationSupport.renewalInfo(store))
        let notification = try VerificationSupport.notification(store)
        let appTransaction = try bytes(
            store.appTransaction(id: "7", originalPurchaseDate: 1, signedDate: 1_700_000_000_000))
        let request = try bytes([
            "originalTransactionId": "1", "userLocale": "en-US", "requestIdentifier": "x",
            "environment": "Production", "signedDate": 1_700_000_000_000,
        ])
        for wrong in [
            SignedInput.notification(transaction), .notification(appTransaction),
            .transaction(notification, renewalInfo: nil),
            .transaction(renewalInfo, renewalInfo: nil),
            .transaction(appTransaction, renewalInfo: nil),
            .transaction(transaction, renewalInfo: transaction), .appTransaction(transaction),
            .appTransaction(notification), .renewalInfo(transaction), .unrecognized(request),
        ] {
            #expect(try reason(wrong) == .wrongKindOfPayload)
        }
        #expect(try reason(.unrecognized(appTransaction)) == nil)
        #expect(try reason(.renewalInfo(renewalInfo)) == .renewalInfoAlone)
        #expect(try reason(.unrecognized(renewalInfo)) == .renewalInfoAlone)
    }

    @Test("The parts of an input must agree")
    func partsAgree() throws {
        let transaction = VerificationSupport.transaction(store)
        let info = VerificationSupport.renewalInfo(store)
        for (changedTransaction, changedInfo, expected) in [
            (transaction, changing(info, "originalTransactionId", to: "9"), .renewalInfoAlone),
            (nil, info, .renewalInfoAlone),
            (transaction, changing(info, "environment", to: "Sandbox"), .environment),
            (transaction, changing(info, "environment", to: nil), .environment),
            (changing(transaction, "environment", to: "Sandbox"), info, .environment),
            (changing(transaction, "bundleId", to: "com.example.other"), info, .app),
            (changing(transaction, "transactionId", to: nil), info, .missingIdentifier),
        ] as [(TestJSON?, TestJSON, RefusalReason)] {
            let notification = store.notification(
                type: "DID_RENEW", signedDate: 1_700_000_000_000, transaction: changedTransaction,
                renewalInfo: changedInfo, data: ["environment": "Production"])
            #expect(try reason(.notification(signed(notification))) == expected)
            guard let changedTransaction else { continue }
            if changedTransaction["environment"] == "Sandbox" { continue }
            #expect(
                try reason(
                    .transaction(bytes(changedTransaction), renewalInfo: bytes(changedInfo)))
                    == expected)
        }
    }

    @Test("The app's Apple ID is compared in Production only")
    func appAppleID() throws {
        let other = TrustPolicy.App(bundleID: store.bundleID, appAppleID: nil)
        let withoutID = try SignedInputVerifier(
            policy: TrustPolicy(apps: [other], rootCertificates: [store.rootCertificate]))
        for (environment, id, expected, expectedWithoutID) in [
            ("Production", 1_234_567_890, nil, .app), ("Production", 1, .app, .app),
            ("Production", nil, .app, nil), ("Sandbox", 1_234_567_890, nil, nil),
            ("Sandbox", 1, nil, nil), ("Sandbox", nil, nil, nil),
        ] as [(String, TestJSON?, RefusalReason?, RefusalReason?)] {
            let appTransaction = store.appTransaction(
                id: "7", originalPurchaseDate: 1, signedDate: 1_700_000_000_000,
                fields: ["receiptType": .string(environment), "appAppleId": id ?? .null])
            let notification = store.notification(
                type: "TEST", signedDate: 1_700_000_000_000,
                data: ["environment": .string(environment), "appAppleId": id ?? .null])
            for input in [
                SignedInput.appTransaction(try bytes(appTransaction)),
                .notification(try signed(notification)),
            ] {
                #expect(try reason(input) == expected)
                let result = try withoutID.verify(input, recordedAt: recordedAt)
                #expect(result.reason == expectedWithoutID)
            }
        }
    }

    @Test("Certificates are checked at the signed date, or what stands in for it")
    func dates() throws {
        // The leaf is valid from 2024-01-01T00:00:00Z to 2024-01-02T00:00:00Z.
        let store = try TestAppStore(leafValidity: 1_704_067_200..<1_704_153_600)
        let verifier = try VerificationSupport.verifier(trusting: store)
        let good = VerificationSupport.transaction(store)
        for (date, isValid) in [
            (1_704_067_199_999, false), (1_704_067_200_000, true), (1_704_153_600_999, true),
            (1_704_153_601_000, false), (Int64.max, false), (Int64.min, false),
        ] as [(Int64, Bool)] {
            let token = Array(try store.sign(changing(good, "signedDate", to: .integer(date))).utf8)
            // What is remembered of a chain must not depend on the date it was first seen at.
            for _ in 0..<2 {
                let result = try verifier.verify(
                    .transaction(token, renewalInfo: nil), recordedAt: recordedAt)
                #expect(result.reason == (isValid ? nil : .certificateNotValidAtSignedDate))
            }
            let undated = Array(try store.sign(changing(good, "signedDate", to: nil)).utf8)
            let result = try verifier.verify(
                .transaction(undated, renewalInfo: nil),
                recordedAt: Instant(millisecondsSince1970: date))
            #expect(result.reason == (isValid ? nil : .certificateNotValidAtSignedDate))
            #expect(
                result.input?.transaction?.checkedAt.millisecondsSince1970 == (isValid ? date : nil)
            )
        }
    }

    @Test("A notification without a date is checked at its transaction's")
    func undatedNotification() throws {
        let store = try TestAppStore(leafValidity: 1_699_999_999..<1_700_000_001)
        let notification = changing(
            store.notification(
                type: "DID_RENEW", transaction: VerificationSupport.transaction(store)),
            "signedDate", to: nil)
        let body = try store.signBody(["signedPayload": notification])
        let token = Array((body["signedPayload"]?.stringValue ?? "").utf8)
        let result = try VerificationSupport.verifier(trusting: store).verify(
            .notification(token), recordedAt: recordedAt)
        guard case .notification(let parts) = result.input else {
            Issue.record("refused: \(String(describing: result.reason))")
            return
        }
        #expect(parts.notification.checkedAt.millisecondsSince1970 == 1_700_000_000_000)
    }

    @Test("Data of Xcode needs its environment, its root and its signature")
    func xcode() throws {
        var payload = VerificationSupport.transaction(store)
        payload["environment"] = "Xcode"
        let token = Array(try store.signLikeXcode(payload).utf8)
        let production = Array(
            try store.signLikeXcode(VerificationSupport.transaction(store)).utf8)
        let threeCertificates = try bytes(payload)
        func reason(
            _ token: [UInt8], _ environments: Set<StoreEnvironment>, roots: [[UInt8]]
        ) throws -> RefusalReason? {
            try VerificationSupport.verifier(
                trusting: store, environments: environments, alsoRoots: roots
            ).verify(.transaction(token, renewalInfo: nil), recordedAt: recordedAt).reason
        }
        let roots = [store.xcodeCertificate]
        #expect(try reason(token, [.xcode], roots: roots) == nil)
        #expect(try reason(token, [.xcode, .production], roots: roots) == nil)
        #expect(try reason(token, [.xcode], roots: []) == .certificateNotTrusted)
        #expect(try reason(token, [.production], roots: roots) == .chainLength)
        #expect(try reason(token, [.localTesting], roots: roots) == .environment)
        #expect(try reason(production, [.xcode, .production], roots: roots) == .chainLength)
        #expect(try reason(threeCertificates, [.xcode], roots: roots) == .chainLength)
        #expect(try reason(threeCertificates, [.production], roots: roots) == .environment)
        var forged = token
        forged[forged.count - 4] = forged[forged.count - 4] == 0x41 ? 0x42 : 0x41
        #expect(try reason(forged, [.xcode], roots: roots) == .signature)
    }

    @Test(
        "An app transaction from before 2025 has no id and is accepted; one without a date is not")
    func appTransactionIdentifiers() throws {
        let old = store.appTransaction(
            id: nil, originalPurchaseDate: 1, signedDate: 1_700_000_000_000)
        #expect(try reason(.appTransaction(bytes(old))) == nil)
        let undated = changing(old, "originalPurchaseDate", to: nil)
        #expect(try reason(.appTransaction(bytes(undated))) == .missingIdentifier)
    }

    @Test("The evidence is the bytes received")
    func evidence() throws {
        let token = try VerificationSupport.notification(store)
        let result = try verifier().verify(.notification(token), recordedAt: recordedAt)
        guard case .notification(let parts) = result.input else {
            Issue.record("refused")
            return
        }
        #expect(parts.notification.jws.bytes == token)
        let payload = try StoreNotification(payload: parts.notification.jws.payload)
        #expect(
            parts.transaction?.jws.bytes
                == Array((payload.data?.signedTransactionInfo ?? "").utf8))
        #expect(
            parts.renewalInfo?.jws.bytes == Array((payload.data?.signedRenewalInfo ?? "").utf8))
    }
}
