import Testing

@testable import Ledger

/// What the ledger's reader makes of a row must be what a plain reading of the page makes of it.
@Suite("Stored evidence")
struct StoredEvidenceTests {
    /// A row by chance: payloads, headers and holes of any length and in any place.
    private struct Sample {
        let row: EvidenceRow
        let headers: [UInt32: [UInt8]]

        init(_ random: inout SeededGenerator) {
            func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
                (0..<Int.random(in: counts, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            }
            var headers: [UInt32: [UInt8]] = [:]
            for number in 1...UInt32(4) { headers[number] = bytes(number == 1 ? 0...5 : 0...90) }
            self.headers = headers
            let parts = (0..<Int.random(in: 1...Evidence.partCountMax, using: &random)).map { _ in
                Evidence.Part(
                    header: [], payload: bytes(0...70),
                    signature: bytes(Bool.random(using: &random) ? 64...64 : 0...9))
            }
            var row = EvidenceRow(
                Evidence(parts: parts), isNotification: false,
                headerNumbers: parts.map { _ in UInt32.random(in: 1...4, using: &random) },
                salt: bytes(16...16), dictionaryNumber: EvidenceDictionary.currentNumber)
            for inner in parts.indices.dropFirst() where Int.random(in: 0..<4, using: &random) > 0 {
                let outer = Int.random(in: 0..<inner, using: &random)
                let payload = row.payloads[outer]
                let last = payload.holes.last?.offset ?? 0
                let hole = EvidenceRow.Hole(
                    offset: .random(in: last...payload.bytes.count, using: &random),
                    partIndex: inner)
                row.payloads[outer] = PunchedPayload(
                    bytes: payload.bytes, holes: payload.holes + [hole])
            }
            self.row = row
        }
    }

    /// What a row comes to.
    private struct Reading: Equatable {
        var salt: [UInt8]
        var tokens: [[UInt8]]
        var digests: [MerkleHash]
    }

    /// What a ledger keeps beside its rows.
    private struct Store {
        let compression: EvidenceCompression
        let hasher: SHA256

        init() throws {
            compression = try EvidenceCompression(dictionary: EvidenceDictionary.first)
            hasher = try SHA256()
        }

        /// What the page says of a row without its seal; nil where it is damaged.
        func expected(_ row: [UInt8], _ sample: Sample) throws -> Reading? {
            do {
                let evidence = try ReferenceEvidence(row, compression)
                return Reading(
                    salt: evidence.salt, tokens: try evidence.tokens(sample.headers),
                    digests: try evidence.digests(sample.headers))
            } catch is EvidenceError {
                return nil
            }
        }

        /// What the ledger's reader says; nil where it is damaged.
        func found(
            _ sealed: [UInt8], _ headers: [UInt32: EvidenceHeader], in stored: inout StoredEvidence
        ) throws -> Reading? {
            do {
                try stored.start(sealed.bytes, at: 7)
                guard stored.places.dictionaryNumber == EvidenceDictionary.currentNumber else {
                    throw EvidenceError.missingReference
                }
                for index in 0..<stored.count {
                    guard let header = headers[stored.places.parts[index].headerNumber] else {
                        throw EvidenceError.missingReference
                    }
                    stored.append(header)
                }
                try stored.finish(compression)
                return Reading(
                    salt: stored.salt, tokens: stored.evidence().parts.map(\.compactJWS),
                    digests: (0..<stored.count).map { stored.commitment(ofPart: $0) })
            } catch is EvidenceError {
                return nil
            }
        }

        func sealed(_ row: [UInt8]) throws -> [UInt8] {
            var sealed = row
            try EvidenceSeal.seal(&sealed, at: 7, hasher: hasher)
            return sealed
        }

        func headers(of sample: Sample) throws -> [UInt32: EvidenceHeader] {
            try sample.headers.mapValues { try EvidenceHeader($0, hasher: hasher) }
        }
    }

    @Test("It has the tokens and digests that the page says", arguments: 1...8)
    func sameAsReference(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try Store()
        // One for all rows, as in a walk: nothing of a row may be left for the next.
        var stored = StoredEvidence(hasher: store.hasher)
        for _ in 0..<60 {
            let sample = Sample(&random)
            let headers = try store.headers(of: sample)
            let row = try sample.row.encoded(store.compression)
            let expected = try #require(try store.expected(row, sample))
            #expect(expected.tokens.count == sample.row.payloads.count)
            let sealed = try store.sealed(row)
            for _ in 0..<2 {
                #expect(try store.found(sealed, headers, in: &stored) == expected, "seed \(seed)")
            }
            var commitment = EvidenceCommitment(hasher: store.hasher)
            let prepared = try sample.row.digests(
                headers: sample.row.headerNumbers.map { try #require(headers[$0]) }, &commitment)
            #expect(prepared == expected.digests, "seed \(seed)")
        }
    }

    @Test("A row that is changed is damaged, or another row, as the page says", arguments: 1...4)
    func changedRows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try Store()
        var stored = StoredEvidence(hasher: store.hasher)
        var damagedCount = 0
        for _ in 0..<6 {
            let sample = Sample(&random)
            let headers = try store.headers(of: sample)
            let row = try sample.row.encoded(store.compression)
            for index in row.indices {
                var changed = row
                changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                if index % 7 == 3 { changed.removeLast(.random(in: 1...4, using: &random)) }
                let expected = try store.expected(changed, sample)
                damagedCount += expected == nil ? 1 : 0
                #expect(
                    try store.found(store.sealed(changed), headers, in: &stored) == expected,
                    "seed \(seed), byte \(index)")
                // Without the seal that belongs to it, it is damaged in any case.
                #expect(try store.found(changed, headers, in: &stored) == nil)
            }
        }
        #expect(damagedCount > 0)
    }
}
