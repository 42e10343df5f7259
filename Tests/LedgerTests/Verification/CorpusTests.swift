import Foundation
import Testing

@testable import Ledger

@Suite("Tokens that others published")
struct CorpusTests {
    static let rows = (try? Fixture.table("corpus/expected.tsv")) ?? []

    @Test("The table covers every token that is here")
    func tableIsComplete() throws {
        let tokens = try Fixture.paths(under: "corpus/jws", suffixes: [".jws", ".txt"])
        #expect(tokens.count == 25)
        #expect(Set(Self.rows.compactMap { $0["file"].map { "corpus/" + $0 } }) == Set(tokens))
    }

    @Test("Each token comes out as expected, whatever the clock says", arguments: rows)
    func token(_ row: [String: String]) throws {
        var roots = [AppleRootCertificate.der]
        if let file = row["root"], file != "apple" {
            roots = try RootCertificateFile.certificates(in: Fixture.bytes("corpus/" + file))
        }
        let environments = (row["environments"] ?? "").split(separator: ",")
        let verifier = try SignedInputVerifier(
            policy: TrustPolicy(
                apps: [
                    .init(
                        bundleID: row["bundleId"] ?? "", appAppleID: Int64(row["appAppleId"] ?? ""))
                ],
                environments: Set(environments.map { StoreEnvironment(rawValue: String($0)) }),
                rootCertificates: roots))
        let token = try Fixture.bytes("corpus/" + (row["file"] ?? ""))
        let result = try verifier.verify(
            .unrecognized(token), recordedAt: VerificationSupport.recordedAt)
        #expect(result.reason?.rawValue ?? "accept" == row["expected"])
    }

    /// A row of the index of a larger corpus, which may not be copied here.
    struct Entry: Decodable {
        var file: String
        var kind: String
        var payloadKind: String?
        var bundleId: String?
        var environment: String?
        var expected: String?
    }

    static let largerCorpusFolder = ProcessInfo.processInfo.environment["LEDGER_CORPUS"]

    @Test(
        "Every token of the larger corpus comes out as its index says",
        .enabled(if: largerCorpusFolder != nil))
    func largerCorpus() throws {
        let folder = URL(fileURLWithPath: try #require(Self.largerCorpusFolder))
        let manifest = try Data(contentsOf: folder.appendingPathComponent("manifest.json"))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let entries = try decoder.decode([Entry].self, from: manifest)
        var count = 0
        for entry in entries where entry.kind.hasPrefix("jws") {
            count += 1
            let token = Array(try Data(contentsOf: folder.appendingPathComponent(entry.file)))
            let verifier = try SignedInputVerifier(
                policy: TrustPolicy(apps: [.init(bundleID: entry.bundleId ?? "com.example")]))
            let result = try verifier.verify(
                .unrecognized(token), recordedAt: VerificationSupport.recordedAt)
            if entry.expected?.hasPrefix("ACCEPT") == true {
                let expected: RefusalReason? =
                    entry.payloadKind == "renewal"
                    ? .renewalInfoAlone : entry.environment == nil ? .environment : nil
                #expect(result.reason == expected, "\(entry.file)")
            } else {
                #expect(result.reason != nil, "\(entry.file)")
            }
        }
        #expect(count >= 64)
    }
}
