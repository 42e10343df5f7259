import Foundation
import Testing

@testable import ledgerctl

/// Signals that end the built program.
@Suite struct DamageSignalsTests {
    @Test(
        "Who is ended by a signal that damage causes says what to do",
        arguments: DamageSignals.numbers)
    func explained(signal: Int32) async throws {
        let story = try await StoryLedger()
        let following = try TailCommandTests.Following(story.ledger, [])
        #expect(try await following.lines(1).count >= 1)
        kill(following.process.processIdentifier, signal)
        #expect(try await following.status() == nil)
        #expect(following.process.terminationReason == .uncaughtSignal)
        #expect(following.process.terminationStatus == signal)
        let errors = try String(contentsOfFile: following.errors, encoding: .utf8)
        #expect(errors.hasPrefix("ledgerctl: ") && errors.hasSuffix("run verify\n"))
    }
}
