import Foundation
import Testing

@testable import Ledger

@Suite("The samples")
struct SamplesTests {
    static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A row of the list: what a ledger must accept to take the file in.
    struct Sample {
        let file: String
        let bundleID: String
        let environment: String
        let root: String

    }

    static func samples() throws -> [Sample] {
        let text = try String(
            contentsOf: repository.appending(path: "Samples/samples.tsv"), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            let fields = columns.map(String.init)
            return Sample(
                file: fields[0], bundleID: fields[1], environment: fields[2], root: fields[3])
        }
    }

    /// Whether a ledger of the app takes the file in.
    private func isAccepted(_ sample: Sample, bundleID: String) throws -> Bool {
        var roots: [Data] = []
        if !sample.root.isEmpty {
            let file = try Data(contentsOf: Self.repository.appending(path: sample.root))
            roots = try LedgerConfiguration.rootCertificates(in: file)
        }
        let configuration = LedgerConfiguration(
            apps: [.init(bundleID: bundleID)],
            environments: [StoreEnvironment(rawValue: sample.environment)],
            rootCertificates: roots)
        let verifier = try SignedInputVerifier(policy: configuration.trustPolicy)
        var reader = InputReader()
        let bytes = [UInt8](
            try Data(contentsOf: Self.repository.appending(path: sample.file)))
        let elements = reader.read(bytes.span) + reader.finish()
        guard elements.count == 1, case .input(let input)? = elements.first?.content else {
            return false
        }
        let now = VerificationSupport.recordedAt
        return try verifier.verify(input, recordedAt: now).input != nil
    }

    @Test("A ledger that is made as the list says takes each sample in, and no other does")
    func accepted() throws {
        let samples = try Self.samples()
        #expect(samples.count == 5)
        for sample in samples {
            #expect(try isAccepted(sample, bundleID: sample.bundleID), "\(sample.file)")
            #expect(try !isAccepted(sample, bundleID: "com.example.other"), "\(sample.file)")
        }
    }

    @Test("The notice names every sample")
    func notice() throws {
        let notice = try String(
            contentsOf: Self.repository.appending(path: "Samples/NOTICE"), encoding: .utf8)
        for sample in try Self.samples() {
            let name = try #require(sample.file.split(separator: "/").last)
            #expect(notice.contains(name))
        }
    }
}
