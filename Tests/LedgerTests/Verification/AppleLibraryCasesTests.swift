import Testing

@testable import Ledger

@Suite("The cases of Apple's own libraries, and cases derived from their data")
struct AppleLibraryCasesTests {
    /// What a table says of one token.
    struct Case: Sendable, CustomTestStringConvertible {
        var row: [String: String]

        var testDescription: String { key }

        /// Identifies a row in `verification-reasons.tsv`.
        var key: String {
            ["file", "call", "bundleId", "appAppleId", "environment"]
                .map { row[$0] ?? "" }.joined(separator: "|")
        }

        func result() throws -> VerificationResult {
            let token = try Fixture.token("apple-library/" + (row["file"] ?? ""))
            let root = try Fixture.bytes("apple-library/" + (row["root"] ?? ""))
            let verifier = try SignedInputVerifier(
                policy: TrustPolicy(
                    apps: [
                        .init(
                            bundleID: row["bundleId"] ?? "",
                            appAppleID: Int64(row["appAppleId"] ?? ""))
                    ],
                    environments: [StoreEnvironment(rawValue: row["environment"] ?? "")],
                    rootCertificates: [root]))
            return try verifier.verify(input(token), recordedAt: VerificationSupport.recordedAt)
        }

        private func input(_ token: [UInt8]) -> SignedInput {
            switch row["call"] {
            case "notification": .notification(token)
            case "transaction": .transaction(token, renewalInfo: nil)
            case "renewal": .renewalInfo(token)
            case "app-transaction": .appTransaction(token)
            default: .unrecognized(token)
            }
        }
    }

    static let cases: [Case] = {
        let tables = ["apple-library/apple_cases.tsv", "apple-library/derived/cases.tsv"]
        return tables.flatMap { ((try? Fixture.table($0)) ?? []).map(Case.init) }
    }()

    /// The reason for each row, and for the rows where Apple's libraries accept and we do not, why.
    ///
    /// Reviewed by hand.
    static let reasons: [String: [String: String]] = {
        let rows = (try? Fixture.table("verification-reasons.tsv")) ?? []
        return Dictionary(rows.map { ($0["case"] ?? "", $0) }) { first, _ in first }
    }()

    @Test("The tables are there and each row has its reason")
    func tablesAreComplete() {
        #expect(Self.cases.count == 80)
        #expect(Set(Self.cases.map(\.key)).isSubset(of: Self.reasons.keys))
    }

    @Test("Each row comes out as expected", arguments: cases)
    func row(_ one: Case) throws {
        let expected = try #require(Self.reasons[one.key])
        let outcome = try one.result().reason?.rawValue ?? "accept"
        #expect(outcome == expected["ours"])
        if one.row["expected"] == "reject" { #expect(outcome != "accept") }
        if one.row["expected"] == "accept" && outcome != "accept" {
            #expect(expected["why"]?.isEmpty == false, "stricter than Apple, and nobody says why")
        }
    }

    @Test("A renewal info of Apple's data is accepted beside its transaction")
    func renewalInfoBesideTransaction() throws {
        for (kind, root) in [("", "certs/testCA.der"), ("p384-", "derived/p384_root.der")] {
            let suffix = kind.isEmpty ? "-sandbox" : ""
            let verifier = try SignedInputVerifier(
                policy: TrustPolicy(
                    apps: [.init(bundleID: "com.example", appAppleID: nil)],
                    rootCertificates: [try Fixture.bytes("apple-library/" + root)]))
            let result = try verifier.verify(
                .transaction(
                    try Fixture.token("apple-library/derived/ok-\(kind)transaction\(suffix).jws"),
                    renewalInfo: try Fixture.token(
                        "apple-library/derived/ok-\(kind)renewal\(suffix).jws")),
                recordedAt: VerificationSupport.recordedAt)
            #expect(result.input?.renewalInfo?.payload.autoRenewPreference != nil)
        }
    }
}
