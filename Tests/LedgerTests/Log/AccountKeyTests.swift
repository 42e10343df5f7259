import Foundation
import Testing

@testable import Ledger

@Suite("Keys of accounts")
struct AccountKeyTests {
    @Test("The key made of a UUID is the one made of its text", arguments: EnvironmentCode.allCases)
    func sameKey(environment: EnvironmentCode) throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<100 {
            var bytes: [UInt8] = []
            for _ in 0..<16 { bytes.append(UInt8.random(in: 1...255, using: &random)) }
            let text = UUIDText.text(of: bytes)
            let token = try #require(AccountToken(signedText: text))
            let key = AccountKey(token, environment)
            let expected = LogKey.identity(.appAccountToken, environment, token.text)
            #expect([UInt8](copying: key.bytes) == [UInt8](copying: expected.bytes))
        }
    }
}
