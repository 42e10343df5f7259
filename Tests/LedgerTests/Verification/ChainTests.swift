import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Certificate chains and roots")
struct ChainTests {
    /// The certificate that a cell of Apple's table names.
    private static func certificate(_ cell: String) throws -> [UInt8] {
        if cell.hasPrefix("base64:") { return Array(cell.utf8) }
        if cell == "bytes:616263" { return Array("abc".utf8) }
        return try Fixture.bytes("apple-library/" + cell)
    }

    static let rows = (try? Fixture.table("apple-library/chain_cases.tsv")) ?? []

    @Test("Each of Apple's chains comes out as expected", arguments: rows)
    func appleChain(_ row: [String: String]) throws {
        let texts = try ["leaf", "intermediate", "third"].compactMap { column -> String? in
            guard let cell = row[column], cell != "-" else { return nil }
            if cell.hasPrefix("base64:") { return String(cell.dropFirst(7)) }
            return Data(try Self.certificate(cell)).base64EncodedString()
        }
        let roots = row["root"] == "(none)" ? [] : [try Self.certificate(row["root"] ?? "")]
        let at = Instant(millisecondsSince1970: (Int64(row["at"] ?? "") ?? 0) * 1000)
        var header = JWSHeader()
        header.algorithm = "ES256"
        header.certificates = texts
        let isAccepted: Bool
        do {
            let trusted = try TrustedRoots(certificates: roots)
            let chain = try CertificateChain(header: header, allowsSingleCertificate: false)
            isAccepted = try trusted.validity(of: chain).contains { $0.contains(at) }
        } catch {
            isAccepted = false
        }
        #expect(isAccepted == (row["expected"] == "accept"))
    }

    @Test("All of Apple's chains are there")
    func tableIsComplete() {
        #expect(Self.rows.count == 12)
    }

    @Test("The built-in root is Apple Root CA - G3")
    func builtInRoot() throws {
        let published = try Fixture.bytes("corpus/certs/AppleRootCA-G3.cer")
        #expect(AppleRootCertificate.der == published)
        let digest = try TestAppStore.sha256(of: AppleRootCertificate.der)
        #expect(digest == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
        #expect(TrustPolicy(apps: []).rootCertificates == [AppleRootCertificate.der])
    }

    @Test(
        "P-256 and P-384 chains both work, whatever the order of the roots",
        arguments: [TestAppStore.ChainCurve.p256, .p384])
    func orderOfRoots(_ curve: TestAppStore.ChainCurve) throws {
        // All these roots have the same name, and two of them the same key.
        let store = try TestAppStore(seed: "one", curve: curve)
        let sameKey = try TestAppStore(seed: "one", curve: curve)
        let others = try ["two", "three"].map { try TestAppStore(seed: $0, curve: curve) }
        let token = Array(try store.sign(VerificationSupport.transaction(store)).utf8)
        let roots = ([store, sameKey] + others).map(\.rootCertificate)
        #expect(Set(roots).count == 4)
        for order in permutations(of: roots) {
            let verifier = try SignedInputVerifier(
                policy: TrustPolicy(
                    apps: [.init(bundleID: store.bundleID, appAppleID: nil)],
                    rootCertificates: order))
            let result = try verifier.verify(
                .transaction(token, renewalInfo: nil), recordedAt: VerificationSupport.recordedAt)
            #expect(result.reason == nil)
        }
        let strangers = try SignedInputVerifier(
            policy: TrustPolicy(
                apps: [.init(bundleID: store.bundleID, appAppleID: nil)],
                rootCertificates: others.map(\.rootCertificate)))
        let refused = try strangers.verify(
            .transaction(token, renewalInfo: nil), recordedAt: VerificationSupport.recordedAt)
        #expect(refused.reason == .certificateNotTrusted)
    }

    private func permutations<Element>(of elements: [Element]) -> [[Element]] {
        if elements.isEmpty { return [[]] }
        return elements.indices.flatMap { index in
            var rest = elements
            let first = rest.remove(at: index)
            return permutations(of: rest).map { [first] + $0 }
        }
    }

    @Test("The cache holds no more than its limit and changes no answer")
    func cache() throws {
        let stores = try (0..<ChainCache.entryCountMax + 4).map { try TestAppStore(seed: "s\($0)") }
        let verifier = try SignedInputVerifier(
            policy: TrustPolicy(
                apps: [.init(bundleID: stores[0].bundleID, appAppleID: nil)],
                rootCertificates: stores.map(\.rootCertificate)))
        let tokens = try stores.map { Array(try $0.sign(VerificationSupport.transaction($0)).utf8) }
        for _ in 0..<2 {
            for token in tokens {
                let result = try verifier.verify(
                    .transaction(token, renewalInfo: nil),
                    recordedAt: VerificationSupport.recordedAt)
                #expect(result.reason == nil)
            }
        }
        let kept = try tokens.filter {
            verifier.cache.chain(for: try CompactJWS($0).headerText) != nil
        }
        #expect(kept.count == ChainCache.entryCountMax)
    }

    @Test("A refused chain is not remembered")
    func refusedChain() throws {
        let store = try TestAppStore()
        let verifier = try VerificationSupport.verifier(trusting: store)
        for breakage in [Breakage.wrongRoot, .leafWithoutOID, .otherKey, .forgedLeaf] {
            let token = Array(
                try store.sign(VerificationSupport.transaction(store), broken: breakage).utf8)
            let result = try verifier.verify(
                .transaction(token, renewalInfo: nil), recordedAt: VerificationSupport.recordedAt)
            #expect(result.reason != nil)
            #expect(verifier.cache.chain(for: try CompactJWS(token).headerText) == nil)
        }
    }

    @Test("Many threads may use one verifier")
    func threads() async throws {
        let store = try TestAppStore(curve: .p384)
        let verifier = try VerificationSupport.verifier(trusting: store)
        let good = try VerificationSupport.notification(store)
        let bad = try VerificationSupport.notification(
            store, broken: "signedRenewalInfo", .signatureBit)
        let reasons = try await withThrowingTaskGroup(of: [RefusalReason?].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try (0..<20).map { index in
                        try verifier.verify(
                            .notification(index.isMultiple(of: 2) ? good : bad),
                            recordedAt: VerificationSupport.recordedAt
                        ).reason
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(reasons.filter { $0 == nil }.count == 80)
        #expect(reasons.filter { $0 == .signature }.count == 80)
    }

    @Test("A policy that cannot work is refused, with what to do")
    func policies() throws {
        let store = try TestAppStore()
        let app = TrustPolicy.App(bundleID: "com.example.app", appAppleID: nil)
        for (policy, expected) in [
            (TrustPolicy(apps: []), .noApps),
            (TrustPolicy(apps: [app, .init(bundleID: "", appAppleID: 1)]), .emptyBundleID),
            (TrustPolicy(apps: [app, app]), .appNamedTwice),
            (
                TrustPolicy(apps: [app, .init(bundleID: app.bundleID, appAppleID: 1)]),
                .appNamedTwice
            ),
            (TrustPolicy(apps: [app], environments: []), .noEnvironments),
            (
                TrustPolicy(
                    apps: [app], environments: [.production, .init(rawValue: "production")]),
                .unknownEnvironment
            ),
            (TrustPolicy(apps: [app], rootCertificates: []), .noRootCertificates),
            (TrustPolicy(apps: [app], rootCertificates: [[]]), .rootUnreadable),
            (TrustPolicy(apps: [app], rootCertificates: [Array("abc".utf8)]), .rootUnreadable),
            (
                TrustPolicy(apps: [app], rootCertificates: [store.rootCertificate + [0]]),
                .rootUnreadable
            ),
            (
                TrustPolicy(apps: [app], rootCertificates: [store.certificates[1]]),
                .rootNotSelfSigned
            ),
        ] as [(TrustPolicy, TrustPolicyError)] {
            #expect(throws: expected) {
                try policy.checkNames()
                return try SignedInputVerifier(policy: policy)
            }
            #expect(!expected.description.isEmpty)
        }
    }

    @Test("Root files may be DER or PEM with one or more certificates")
    func rootFiles() throws {
        let store = try TestAppStore()
        let pem = Array((store.rootCertificatePEM + "\n" + store.xcodeCertificatePEM).utf8)
        #expect(
            try RootCertificateFile.certificates(in: pem)
                == [store.rootCertificate, store.xcodeCertificate])
        #expect(
            try RootCertificateFile.certificates(in: store.rootCertificate)
                == [store.rootCertificate])
        let windows = Array(
            store.rootCertificatePEM.split(separator: "\n").joined(separator: "\r\n").utf8)
        #expect(try RootCertificateFile.certificates(in: windows) == [store.rootCertificate])
        for bad in ["", "hello", "-----BEGIN CERTIFICATE-----\nMIIB", "-----END CERTIFICATE-----"] {
            #expect(throws: TrustPolicyError.rootFileUnreadable) {
                try RootCertificateFile.certificates(in: Array(bad.utf8))
            }
        }
    }
}
