import LedgerTesting
import Testing

@testable import Ledger

/// Evidence that somebody changed who can make its seal anew: the records alone tell.
@Suite("Evidence that was made anew")
struct RemadeEvidenceTests {
    private typealias Row = (sequence: UInt64, evidence: EvidenceRow)

    private static func put(_ row: Row, into ledger: TransactionLedger) throws {
        try ledger.environment.write { transaction in
            try ForgedLog.put(row.evidence, at: row.sequence, into: ledger, in: transaction)
        }
    }

    /// Adds a part of another row, or of the row itself.
    private static func append(_ index: Int, of other: EvidenceRow, to row: inout EvidenceRow) {
        row.headerNumbers.append(other.headerNumbers[index])
        row.signatures.append(other.signatures[index])
        row.payloads.append(PunchedPayload(whole: other.payloads[index].bytes))
    }

    private static func exchange(
        _ index: Int, of row: inout EvidenceRow, by other: EvidenceRow, _ place: Int
    ) {
        row.headerNumbers[index] = other.headerNumbers[place]
        row.signatures[index] = other.signatures[place]
        row.payloads[index] = PunchedPayload(
            bytes: other.payloads[place].bytes, holes: row.payloads[index].holes)
    }

    private static func removeLast(from row: inout EvidenceRow) {
        let index = row.payloads.count - 1
        row.headerNumbers.removeLast()
        row.signatures.removeLast()
        row.payloads.removeLast()
        for part in row.payloads.indices {
            let payload = row.payloads[part]
            row.payloads[part] = PunchedPayload(
                bytes: payload.bytes, holes: payload.holes.filter { $0.partIndex != index })
        }
    }

    /// What can be made of a row in each of its parts.
    private static func changes(of row: EvidenceRow, others: [EvidenceRow]) -> [EvidenceRow] {
        var changes: [EvidenceRow] = []
        func add(_ change: (inout EvidenceRow) -> Void) {
            var changed = row
            change(&changed)
            changes.append(changed)
        }
        for index in row.payloads.indices {
            let payload = row.payloads[index]
            for bit in [0, payload.bytes.count * 4, payload.bytes.count * 8 - 1] {
                var bytes = payload.bytes
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                add { $0.payloads[index] = PunchedPayload(bytes: bytes, holes: payload.holes) }
            }
            add { $0.signatures[index][31] ^= 1 }
            add { $0.signatures[index].removeLast() }
            for other in others {
                for place in other.payloads.indices {
                    add { Self.exchange(index, of: &$0, by: other, place) }
                }
            }
        }
        for other in [row] + others where row.payloads.count < Evidence.partCountMax {
            for place in other.payloads.indices { add { Self.append(place, of: other, to: &$0) } }
        }
        if row.payloads.count > 1 { add { Self.removeLast(from: &$0) } }
        for index in row.payloads.indices.dropFirst() where row.payloads[index].holes.isEmpty {
            // The same parts, one of them in the payload of the first.
            add { row in
                let first = row.payloads[0]
                if first.holes.contains(where: { $0.partIndex == index }) { return }
                row.payloads[0] = PunchedPayload(
                    bytes: first.bytes,
                    holes: first.holes + [.init(offset: first.bytes.count, partIndex: index)])
            }
            add { row in
                row.headerNumbers.swapAt(0, index)
                row.signatures.swapAt(0, index)
                row.payloads.swapAt(0, index)
            }
        }
        add { $0.salt[3] ^= 1 }
        return changes
    }

    private static func isLike(_ row: EvidenceRow, _ other: EvidenceRow) -> Bool {
        row.salt == other.salt && row.signatures == other.signatures
            && row.headerNumbers == other.headerNumbers && row.payloads == other.payloads
    }

    @Test("Any change of any part is found, of what was known beside something new too")
    func everyPart() async throws {
        let whole = try WholeLedger()
        try await ProvenLedger.fill(whole)
        let ledger = whole.ledger
        #expect(try ledger.verify(signatures: true).isIntact)
        let rows = try ForgedLog.evidence(of: ledger)
        let inputs = rows.filter { row in
            row.evidence.payloads.count > 1 && row.evidence.payloads.allSatisfy(\.holes.isEmpty)
        }
        #expect(inputs.count == 3)
        var changeCount = 0
        // One of each kind: a notification, what came beside each other, one token alone.
        for row in rows.prefix(1) + inputs + rows.suffix(1) {
            let others = (inputs + rows.suffix(1)).filter { $0.sequence != row.sequence }
            for change in Self.changes(of: row.evidence, others: others.map(\.evidence))
            where !Self.isLike(change, row.evidence) {
                try Self.put((row.sequence, change), into: ledger)
                let damage = try ledger.verify().damage
                #expect(
                    damage.contains {
                        $0.kind == .evidenceDiffers || $0.kind == .evidenceUnreadable
                    }, "a change of the evidence at \(row.sequence)")
                changeCount += 1
            }
            try Self.put(row, into: ledger)
        }
        #expect(changeCount > 150)
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }
}
