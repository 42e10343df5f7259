import Testing

@testable import Ledger

/// The tokens that a check of the ledger hashes must be those that evidence gives back, byte for
/// byte.
@Suite("Tokens of evidence, put together to be hashed")
struct EvidenceTokensTests {
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
                Evidence(parts: parts),
                headerNumbers: parts.map { _ in UInt32.random(in: 1...4, using: &random) },
                salt: bytes(16...16), dictionaryNumber: EvidenceDictionary.currentNumber)
            for inner in parts.indices.dropFirst() where Int.random(in: 0..<4, using: &random) > 0 {
                let outer = Int.random(in: 0..<inner, using: &random)
                let last = row.payloads[outer].holes.last?.offset ?? 0
                row.payloads[outer].holes.append(
                    EvidenceRow.Hole(
                        offset: .random(in: last...row.payloads[outer].bytes.count, using: &random),
                        partIndex: inner))
            }
            self.row = row
        }
    }

    /// What a ledger keeps beside its rows.
    private struct Store {
        let compression: EvidenceCompression
        let hasher: SHA256

        init() throws {
            compression = try EvidenceCompression(dictionary: EvidenceDictionary.first)
            hasher = try SHA256()
        }

        /// The digests of the tokens that evidence gives back; nil where it is damaged.
        func expected(_ sealed: [UInt8], _ sample: Sample) throws -> [Digest]? {
            do {
                let bytes = try EvidenceSeal.content(of: sealed.bytes, at: 7, hasher: hasher)
                let row = try EvidenceRow(decoding: bytes) { number in
                    guard number == EvidenceDictionary.currentNumber else {
                        throw EvidenceError.missingReference
                    }
                    return compression
                }
                let evidence = try row.evidence { number in
                    guard let header = sample.headers[number] else {
                        throw EvidenceError.missingReference
                    }
                    return header
                }
                return try evidence.parts.enumerated().map { index, part in
                    try Evidence.saltedDigest(
                        salt: row.salt, partIndex: index,
                        signingInput: try part.signingInput(SigningInputHasher()),
                        signature: part.signature, hasher: hasher)
                }
            } catch is EvidenceError {
                return nil
            }
        }

        /// The digests of the tokens that are only hashed; nil where they cannot be put together.
        func found(
            _ sealed: [UInt8], _ texts: [UInt32: EvidenceHeaderText],
            in tokens: inout EvidenceTokens
        ) throws -> [Digest]? {
            do {
                try tokens.start(sealed.bytes, at: 7, hasher: hasher)
                guard tokens.places.dictionaryNumber == EvidenceDictionary.currentNumber else {
                    throw EvidenceError.missingReference
                }
                for index in 0..<tokens.count {
                    guard let header = texts[tokens.places.parts[index].headerNumber] else {
                        throw EvidenceError.missingReference
                    }
                    tokens.append(header)
                }
                try tokens.finish(compression)
                return try (0..<tokens.count).map {
                    Digest(bytes: try tokens.saltedDigest(ofPart: $0, hasher: hasher).bytes)
                }
            } catch is EvidenceError {
                return nil
            }
        }

        /// A row with its seal.
        func sealed(_ row: EvidenceRow) throws -> [UInt8] {
            var bytes = try row.encoded(compression)
            try EvidenceSeal.seal(&bytes, at: 7, hasher: hasher)
            return bytes
        }
    }

    @Test("They have the digests of what evidence gives back", arguments: 1...8)
    func sameDigests(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try Store()
        // One for all rows, as in a walk: nothing of a row may be left for the next.
        var tokens = EvidenceTokens()
        for _ in 0..<60 {
            let sample = Sample(&random)
            let texts = sample.headers.mapValues { EvidenceHeaderText($0) }
            let sealed = try store.sealed(sample.row)
            let expected = try #require(try store.expected(sealed, sample))
            #expect(expected.count == sample.row.payloads.count)
            for _ in 0..<2 {
                #expect(try store.found(sealed, texts, in: &tokens) == expected, "seed \(seed)")
            }
        }
    }

    @Test(
        "A row that is changed is damaged for both, or has other digests for both", arguments: 1...4
    )
    func changedRows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try Store()
        var tokens = EvidenceTokens()
        var damagedCount = 0
        for _ in 0..<6 {
            let sample = Sample(&random)
            let texts = sample.headers.mapValues { EvidenceHeaderText($0) }
            let row = try sample.row.encoded(store.compression)
            for index in row.indices {
                var changed = row
                changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                if index % 7 == 3 { changed.removeLast(.random(in: 1...4, using: &random)) }
                var sealed = changed
                try EvidenceSeal.seal(&sealed, at: 7, hasher: store.hasher)
                let expected = try store.expected(sealed, sample)
                damagedCount += expected == nil ? 1 : 0
                #expect(
                    try store.found(sealed, texts, in: &tokens) == expected,
                    "seed \(seed), byte \(index)")
                // Without the seal that belongs to it, it is damaged in any case.
                #expect(try store.found(changed, texts, in: &tokens) == nil)
            }
        }
        #expect(damagedCount > 0)
    }

    @Test("A payload that comes in any pieces has the text of the whole", arguments: 1...20)
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tail = TokenTail()
        for _ in 0..<40 {
            var payload: [UInt8] = []
            var pieces: [(bytes: [UInt8], isHeader: Bool)] = []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let bytes = (0..<Int.random(in: 0...11, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                pieces.append((bytes, Bool.random(using: &random)))
                payload += bytes
            }
            let signature: [UInt8] = (0..<Int.random(in: 0...64, using: &random)).map { UInt8($0) }
            tail.start(payloadByteCount: payload.count, signatureByteCount: signature.count)
            for piece in pieces {
                if piece.isHeader {
                    tail.append(EvidenceHeaderText(piece.bytes))
                } else {
                    tail.append(piece.bytes.span)
                }
            }
            tail.finish(signature: signature.span)
            let whole = CompactJWS.join(headerText: [], payload: payload, signature: signature)
            #expect(Self.copied(tail.text) == whole, "seed \(seed)")
            let text = Base64.encode(payload.span, alphabet: .url)
            #expect(Self.copied(tail.payloadText) == text, "seed \(seed)")
        }
    }

    private static func copied(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
}
