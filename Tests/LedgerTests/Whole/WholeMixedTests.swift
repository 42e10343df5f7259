import Testing

@Suite("The whole ledger: few payloads in every combination")
struct WholeMixedTests {
    /// As many as the suite has time for.
    private static let seedCount = 6
    private static let inputCount = 30

    @Test(
        "Whatever comes together, nothing is damaged, everybody can be erased and nobody else notices",
        arguments: WholeSeeds.some(seedCount))
    func stories(seed: UInt64) async throws {
        var run = try await WholeMixedRun(seed: seed)
        for index in 0..<Self.inputCount { try await run.step(index) }
        try await run.finish()
        #expect(run.erasedCount > 0, "seed \(seed)")
    }
}
