import Testing

@testable import Ledger

@Suite("Stored states of lines")
struct LineEncodingTests {
    private static let seeds = Array(UInt64(1)...40)

    private func decode(_ bytes: [UInt8]) throws(RecordError) -> LineState {
        unsafe try LineState(decoding: bytes.span.bytes)
    }

    private func state(seed: UInt64) -> LineState {
        var log = TestLog(RandomHistory(seed: seed).arrivals)
        log.host(.presentation, at: "02-01") { $0.account = Name.bob }
        log.host(.assignment, at: "03-01") { $0.account = nil }
        log.host(.erasure, at: "04-01") { $0.account = Name.alice }
        log.host(.finish, at: "05-01") { $0.transactionID = StoreIdentifier(bits: 1) }
        return log.folded()
    }

    @Test("Decoding what was encoded gives the state, full and trimmed", arguments: seeds)
    func identity(seed: UInt64) throws {
        for state in [state(seed: seed), state(seed: seed).trimmed()] {
            let bytes = state.encoded()
            #expect(try decode(bytes) == state, "seed \(seed)")
            #expect(try decode(bytes).encoded() == bytes, "seed \(seed)")
        }
    }

    @Test("Every truncation is refused", arguments: [UInt64(1), 2, 3])
    func truncations(seed: UInt64) {
        let bytes = state(seed: seed).encoded()
        for count in bytes.indices {
            #expect(throws: RecordError.self) { try self.decode(Array(bytes.prefix(count))) }
        }
    }

    @Test("A changed bit never traps, and what still decodes answers", arguments: [UInt64(1), 2])
    func bitFlips(seed: UInt64) {
        let bytes = state(seed: seed).trimmed().encoded()
        var refused = 0
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            do throws(RecordError) {
                let state = try decode(changed)
                _ = state.status(at: on("03-01"), catalog: .c1, policies: Policies())
                _ = state.owner(at: on("03-01"))
                #expect(state.encoded().isEmpty == false)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0)
    }

    @Test("A state of another version of the fold is refused as such")
    func otherVersion() {
        var bytes = state(seed: 1).encoded()
        bytes[0] = UInt8(FoldRules.version + 1)
        #expect(throws: RecordError.unknownFormat(bytes[0])) { try self.decode(bytes) }
    }

    @Test("A year of monthly renewals takes about a kilobyte, and its head a quarter of it")
    func size() {
        var log = TestLog()
        for month in 1...12 {
            let start = month < 10 ? "0\(month)-01" : "\(month)-01"
            let end = month < 9 ? "0\(month + 1)-01" : month < 12 ? "\(month + 1)-01" : "2027-01-01"
            let identifier = UInt64(2_000_000_000_000_000) + UInt64(month) * 1_234_567
            log.ingest(
                .note(
                    "DID_RENEW",
                    tx(identifier, w: identifier + 9_000_000, start, end),
                    ri(start) { $0.renewalDate = on(end) }, status: 1))
        }
        let full = log.folded()
        #expect(full.encoded().count <= 1_300, "\(full.encoded().count) bytes")
        #expect(full.trimmed().encoded().count <= 280, "\(full.trimmed().encoded().count) bytes")
    }
}
