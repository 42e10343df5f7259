import LedgerTesting
import Testing

@testable import Ledger

@Suite("Every broken token is refused, with the reason that is wrong with it")
struct BreakageTests {
    private let store: TestAppStore
    private let verifier: SignedInputVerifier

    init() throws {
        store = try TestAppStore()
        verifier = try VerificationSupport.verifier(trusting: store)
    }

    /// What a broken token must be refused for.
    static func reason(for breakage: Breakage) -> RefusalReason {
        switch breakage {
        case .wrongRoot, .forgedIntermediate, .forgedLeaf, .intermediateNotCA,
            .leafAsIntermediate:
            .certificateNotTrusted
        case .leafWithoutOID, .intermediateWithoutOID: .missingOID
        case .expiredCertificate, .certificateNotYetValid: .certificateNotValidAtSignedDate
        case .noCertificates, .oneCertificate, .twoCertificates, .fourCertificates, .x5cMissing,
            .xcode:
            .chainLength
        case .x5cNotBase64, .x5cNotCertificate, .x5cTruncatedCertificate, .leafP384, .leafRSA:
            .certificate
        case .algNone, .algHS256, .algES384, .algMissing: .algorithm
        case .swappedCertificates, .signatureBit, .signatureDER, .signatureEmpty,
            .signatureShort, .signatureLong, .signatureZero, .otherKey, .alteredPayload:
            .signature
        case .x5cNotArray, .x5cNotStrings, .criticalHeader, .hugeHeader, .headerNotJSON,
            .headerNotObject, .payloadNotJSON, .payloadNotObject, .payloadNotUTF8, .payloadDeep,
            .notBase64URL, .paddedBase64, .spaceInside, .twoSegments, .fourSegments, .truncated:
            .malformed
        }
    }

    @Test("A good token of each kind is accepted")
    func goodTokens() throws {
        let transaction = Array(try store.sign(VerificationSupport.transaction(store)).utf8)
        let renewalInfo = Array(try store.sign(VerificationSupport.renewalInfo(store)).utf8)
        for input in [
            SignedInput.transaction(transaction, renewalInfo: nil),
            .transaction(transaction, renewalInfo: renewalInfo), .unrecognized(transaction),
            .notification(try VerificationSupport.notification(store)),
            .unrecognized(try VerificationSupport.notification(store)),
        ] {
            let result = try verifier.verify(input, recordedAt: VerificationSupport.recordedAt)
            #expect(result.reason == nil)
            #expect(result.input?.transaction?.payload.id == "2")
        }
    }

    @Test(
        "A broken transaction is refused, alone and inside a notification",
        arguments: Breakage.allCases)
    func brokenTransaction(_ breakage: Breakage) throws {
        let expected = Self.reason(for: breakage)
        let token = Array(
            try store.sign(VerificationSupport.transaction(store), broken: breakage).utf8)
        for input in [
            SignedInput.transaction(token, renewalInfo: nil),
            .notification(
                try VerificationSupport.notification(store, broken: "signedPayload", breakage)),
            .notification(
                try VerificationSupport.notification(
                    store, broken: "signedTransactionInfo", breakage)),
            .notification(
                try VerificationSupport.notification(store, broken: "signedRenewalInfo", breakage)),
        ] {
            // The second time the chains of the good parts are remembered.
            for _ in 0..<2 {
                let result = try verifier.verify(input, recordedAt: VerificationSupport.recordedAt)
                #expect(result.reason == expected)
            }
        }
    }
}
