import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: order of arrival")
struct WholeOrderTests {
    @Test(
        "Any order and repetition of App Store evidence ends in the same answers and rows",
        arguments: WholeSeeds.some(2))
    func orderFree(seed: UInt64) async throws {
        let story = try WholeStoryGenerator.story(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1_000)
        let instants = story.someInstants(5, using: &random)
        let expected = try await answers(story, story.deliveries, instants)
        for round in 0..<2 {
            let found = try await answers(story, story.shuffled(using: &random), instants)
            let differences = found.differences(from: expected)
            #expect(differences.isEmpty, "seed \(seed), round \(round): \(differences)")
        }
    }

    private func answers(
        _ story: WholeStory, _ deliveries: [[UInt8]], _ instants: [Instant]
    ) async throws -> WholeAnswers {
        let whole = try WholeLedger()
        try await whole.importCatalog()
        for delivery in deliveries {
            let report = try await whole.ingest(delivery)
            // Some statements lack what makes an event, and those alone are kept apart.
            let problems = report.problems.filter { $0.reason != "missingIdentifier" }
            try #require(problems.isEmpty, "\(problems)")
        }
        let report = try whole.ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        let answers = try WholeAnswers(whole, customers: story.customers, at: instants)
        await whole.ledger.close()
        return answers
    }
}
