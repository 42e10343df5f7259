import LedgerTesting
import Testing

@testable import Ledger

@Suite("No bytes bring verification down, and no changed byte gets through")
struct HostileBytesTests {
    private let verifier: SignedInputVerifier
    private let token: [UInt8]

    init() throws {
        let store = try TestAppStore(seed: "hostile")
        verifier = try VerificationSupport.verifier(trusting: store)
        token = Array(try store.sign(VerificationSupport.transaction(store)).utf8)
    }

    private func isRefused(_ bytes: [UInt8]) throws -> Bool {
        try verifier.verify(
            .unrecognized(bytes), recordedAt: VerificationSupport.recordedAt
        ).reason != nil
    }

    @Test("The token is good before it is spoiled")
    func goodToken() throws {
        #expect(try !isRefused(token))
    }

    @Test("Every truncation is refused")
    func truncations() throws {
        for count in token.indices {
            #expect(try isRefused(Array(token[..<count])), "first \(count) bytes")
        }
    }

    @Test("Every flip of a single bit is refused", arguments: 0..<8)
    func bitFlips(bit: Int) throws {
        // Half of them under a header that has been trusted, and is hashed already.
        if bit.isMultiple(of: 2) { #expect(try !isRefused(token)) }
        for index in token.indices {
            var bytes = token
            bytes[index] ^= 1 << UInt8(bit)
            if try !isRefused(bytes) { Issue.record("byte \(index), bit \(bit)") }
        }
    }

    @Test("Random changes are refused", arguments: [UInt64(21), 22])
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            var bytes = token
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
                case 2: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                default:
                    let end = min(bytes.count, index + Int.random(in: 1...40, using: &generator))
                    bytes.replaceSubrange(index..<end, with: bytes[index..<end].reversed())
                }
            }
            if bytes == token { continue }
            if try !isRefused(bytes) { Issue.record("seed \(seed)") }
        }
    }
}
