import Foundation
import Testing

@testable import Ledger

/// What a record commits to: `docs/format.md`, "Evidence".
@Suite("What records commit to")
struct EvidenceCommitmentTests {
    private static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func sample(_ random: inout SeededGenerator) -> CommittedBytes {
        let inner = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            CommittedBytes.Inner(
                offset: .random(in: 0...300, using: &random),
                partIndex: .random(in: 1...3, using: &random), digest: bytes(32, &random))
        }
        return CommittedBytes(
            salt: bytes(16, &random), partIndex: .random(in: 0...3, using: &random),
            headerDigest: bytes(32, &random),
            signature: bytes(Bool.random(using: &random) ? 64 : 0, &random), inner: inner,
            payload: bytes(.random(in: 0...120, using: &random), &random))
    }

    /// The digest that the ledger makes of the same.
    private static func digest(
        _ sample: CommittedBytes, _ commitment: inout EvidenceCommitment
    ) throws -> MerkleHash {
        try commitment.start(
            salt: sample.salt.bytes, partIndex: Int(sample.partIndex),
            header: sample.headerDigest.bytes, signature: sample.signature.bytes,
            innerCount: sample.inner.count)
        for inner in sample.inner {
            commitment.add(
                EvidenceRow.Hole(offset: Int(inner.offset), partIndex: Int(inner.partIndex)),
                digest: try #require(MerkleHash(inner.digest)))
        }
        return try commitment.finish(payload: sample.payload.bytes)
    }

    @Test("The bytes that are hashed are those of the page, and are read back in one way")
    func oneWay() throws {
        let seed: UInt64 = 11
        var random = SeededGenerator(seed: seed)
        var commitment = EvidenceCommitment(hasher: try SHA256())
        var found: [[UInt8]: CommittedBytes] = [:]
        for _ in 0..<400 {
            let sample = Self.sample(&random)
            #expect(try Self.digest(sample, &commitment) == sample.digest(), "seed \(seed)")
            #expect(CommittedBytes(reading: sample.bytes) == sample, "seed \(seed)")
            // Others that are as like it as can be: a byte is moved over each border.
            for other in Self.neighbours(of: sample) {
                #expect(other == sample || other.bytes != sample.bytes, "seed \(seed)")
                #expect(CommittedBytes(reading: other.bytes) == other, "seed \(seed)")
            }
            #expect(found.updateValue(sample, forKey: sample.bytes) ?? sample == sample)
        }
    }

    private static func neighbours(of sample: CommittedBytes) -> [CommittedBytes] {
        var others: [CommittedBytes] = []
        var other = sample
        if let last = other.signature.popLast() {
            other.payload.insert(last, at: 0)
            others.append(other)
        }
        other = sample
        if let first = other.payload.first {
            other.payload.removeFirst()
            other.signature.append(first)
            others.append(other)
        }
        other = sample
        if let inner = other.inner.popLast() {
            other.payload = inner.digest + other.payload
            others.append(other)
        }
        other = sample
        other.inner.reverse()
        others.append(other)
        return others
    }

    @Test("Any bit of it changes the digest")
    func everyBit() throws {
        let seed: UInt64 = 12
        var random = SeededGenerator(seed: seed)
        var commitment = EvidenceCommitment(hasher: try SHA256())
        for _ in 0..<4 {
            var sample = Self.sample(&random)
            sample.inner.append(.init(offset: 9, partIndex: 2, digest: Self.bytes(32, &random)))
            sample.inner = Array(sample.inner.prefix(3))
            var digests: Set<MerkleHash> = [try Self.digest(sample, &commitment)]
            var count = 1
            func check(_ change: (inout CommittedBytes) -> Void) throws {
                var other = sample
                change(&other)
                count += 1
                digests.insert(try Self.digest(other, &commitment))
            }
            for bit in 0..<8 * 16 { try check { $0.salt[bit / 8] ^= 1 << UInt8(bit % 8) } }
            for bit in 0..<8 * 32 { try check { $0.headerDigest[bit / 8] ^= 1 << UInt8(bit % 8) } }
            for bit in 0..<8 * sample.signature.count {
                try check { $0.signature[bit / 8] ^= 1 << UInt8(bit % 8) }
            }
            for bit in 0..<8 * sample.payload.count {
                try check { $0.payload[bit / 8] ^= 1 << UInt8(bit % 8) }
            }
            for bit in 0..<UInt8(2) { try check { $0.partIndex ^= 1 << bit } }
            for index in sample.inner.indices {
                for bit in 0..<UInt32(32) { try check { $0.inner[index].offset ^= 1 << bit } }
                for bit in 0..<UInt8(8) { try check { $0.inner[index].partIndex ^= 1 << bit } }
                for bit in 0..<8 * 32 {
                    try check { $0.inner[index].digest[bit / 8] ^= 1 << UInt8(bit % 8) }
                }
            }
            #expect(digests.count == count, "seed \(seed)")
        }
    }

    @Test("Beside other parts a record commits to each of them, by their places")
    func beside() throws {
        let seed: UInt64 = 15
        var random = SeededGenerator(seed: seed)
        var commitment = EvidenceCommitment(hasher: try SHA256())
        let salt = Self.bytes(16, &random)
        let parts = try (0..<4).map { index in
            DigestedPart(index: index, digest: try #require(MerkleHash(Self.bytes(32, &random))))
        }
        var digests: Set<MerkleHash> = []
        var count = 0
        func add(_ part: DigestedPart, _ others: [DigestedPart], salt: [UInt8]) throws {
            count += 1
            let digest = try commitment.bind(part, to: others, salt: salt.bytes)
            digests.insert(digest)
            let expected =
                others.isEmpty
                ? part.digest : try BesideBytes(salt: salt, parts: [part] + others).digest()
            #expect(digest == expected, "seed \(seed)")
        }
        for part in parts {
            let others = parts.filter { $0 != part }
            for bits in 0..<8 {
                let some = others.indices.filter { bits & 1 << $0 != 0 }.map { others[$0] }
                try add(part, some, salt: salt)
            }
        }
        let (part, others) = (parts[0], Array(parts[1...2]))
        try add(part, others.reversed(), salt: salt)
        for bit in 0..<8 * 16 {
            var other = salt
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            try add(part, others, salt: other)
        }
        for bit in 0..<8 * 32 {
            func flipped(_ part: DigestedPart) throws -> DigestedPart {
                var bytes = part.digest.bytes
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                return DigestedPart(index: part.index, digest: try #require(MerkleHash(bytes)))
            }
            try add(try flipped(part), others, salt: salt)
            try add(part, [try flipped(others[0]), others[1]], salt: salt)
            try add(part, [others[0], try flipped(others[1])], salt: salt)
        }
        #expect(digests.count == count, "seed \(seed)")
        #expect(throws: EvidenceError.tooLarge) {
            try commitment.bind(part, to: parts, salt: salt.bytes)
        }
        #expect(throws: EvidenceError.tooLarge) {
            try commitment.bind(part, to: others, salt: [1].bytes)
        }
    }

    @Test("Any other bit of a token is another digest, and so is another place or salt")
    func everyBitOfTokens() throws {
        let seed: UInt64 = 13
        var random = SeededGenerator(seed: seed)
        var commitment = EvidenceCommitment(hasher: try SHA256())
        var sample = try RandomNotification(&random)
        while !sample.isNotification || sample.carried.count < 2 {
            sample = try RandomNotification(&random)
        }
        let salt = Self.bytes(16, &random)
        var digests: Set<MerkleHash> = []
        var count = 0
        func add(_ token: CompactJWS, part: Int, salt: [UInt8]) throws {
            count += 1
            digests.insert(try commitment.digest(of: token, partIndex: part, salt: salt))
        }
        for part in 0..<Evidence.partCountMax { try add(sample.token, part: part, salt: salt) }
        for bit in 0..<8 * 16 {
            var other = salt
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            try add(sample.token, part: 0, salt: other)
        }
        let received = sample.token.bytes
        for bit in 0..<8 * received.count {
            var other = received
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            guard let token = try? CompactJWS(other) else { continue }
            do {
                try add(token, part: 0, salt: salt)
            } catch EvidenceError.damaged {
                // What it carries is no token any more: nothing commits to it.
                count -= 1
            }
        }
        #expect(digests.count == count, "seed \(seed)")
        #expect(count > received.count)
    }

    @Test("A row and its tokens alone come to the same digests", arguments: 1...4)
    func rowsAndTokens(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let hasher = try SHA256()
        let compression = try EvidenceCompression(dictionary: EvidenceDictionary.first)
        var commitment = EvidenceCommitment(hasher: hasher)
        var stored = StoredEvidence(hasher: hasher)
        var holes: Set<Int> = []
        var others: Set<Int> = []
        for _ in 0..<60 {
            let sample = try RandomNotification(&random)
            let evidence = sample.evidence
            let headers = try evidence.parts.map { try EvidenceHeader($0.header, hasher: hasher) }
            let prepared = try PreparedEvidence(
                evidence, isNotification: sample.isNotification, headers: headers,
                salt: Self.bytes(16, &random), compression: compression, hasher: hasher)
            var row: [UInt8] = []
            prepared.write(into: &row) { _ in 1 }
            try EvidenceSeal.seal(&row, at: 5, hasher: hasher)
            try stored.start(row.bytes, at: 5)
            for header in headers { stored.append(header) }
            try stored.finish(compression)
            #expect(stored.evidence() == evidence, "seed \(seed)")
            holes.insert(stored.places.holes.count)
            for (index, part) in evidence.parts.enumerated() {
                let alone = try commitment.digest(
                    of: try CompactJWS(part.compactJWS), partIndex: index, salt: stored.salt,
                    beside: stored.others(beside: index))
                #expect(alone == stored.commitment(ofPart: index), "seed \(seed)")
                #expect(alone == MerkleHash(prepared.digests[index].bytes), "seed \(seed)")
                others.insert(stored.others(beside: index).count)
            }
        }
        #expect(holes == [0, 1, 2, 3])
        #expect(others == [0, 1, 2, 3])
    }

    @Test(
        "An independent verifier finds the same digests",
        .enabled(if: IndependentVerifierTests.hasPython))
    func python() throws {
        let seed: UInt64 = 14
        var random = SeededGenerator(seed: seed)
        var commitment = EvidenceCommitment(hasher: try SHA256())
        var lines: [String] = []
        var expected: [String] = []
        for _ in 0..<400 {
            let sample = try RandomNotification(&random)
            let salt = Self.bytes(16, &random)
            for (index, part) in sample.evidence.parts.enumerated() {
                let token = try CompactJWS(part.compactJWS)
                let text = String(decoding: part.compactJWS, as: UTF8.self)
                lines.append("\(Hex.text(salt)) \(index) \(text)")
                expected.append(
                    Hex.text(
                        try commitment.digest(of: token, partIndex: index, salt: salt).bytes))
            }
        }
        let directory = try TemporaryDirectory()
        let path = directory.path + "/tokens"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        let folder = URL(fileURLWithPath: IndependentVerifierTests.script)
            .deletingLastPathComponent().path
        let program = """
            import sys
            sys.path.insert(0, sys.argv[1])
            import verify_proof
            for line in open(sys.argv[2]):
                salt, part, token = line.split()
                print(verify_proof.evidence_digest(bytes.fromhex(salt), int(part), token).hex())
            """
        let (status, output) = try IndependentVerifierTests.run(["-B", "-c", program, folder, path])
        #expect(status == 0)
        #expect(output == expected.map { $0 + "\n" }.joined(), "seed \(seed)")
    }

    @Test("What no evidence can have is refused")
    func tooLarge() throws {
        var commitment = EvidenceCommitment(hasher: try SHA256())
        let long = [UInt8](repeating: 1, count: EvidenceCommitment.signatureByteCountMax + 1)
        let token = try CompactJWS(
            CompactJWS.join(headerText: [0x61], payload: [1], signature: long))
        let salt = [UInt8](repeating: 0, count: 16)
        #expect(throws: EvidenceError.tooLarge) {
            try commitment.digest(of: token, partIndex: 0, salt: salt)
        }
        let right = try CompactJWS(Array("YQ.Yg.Yw".utf8))
        #expect(throws: EvidenceError.tooLarge) {
            try commitment.digest(of: right, partIndex: Evidence.partCountMax, salt: salt)
        }
        #expect(throws: EvidenceError.tooLarge) {
            try commitment.digest(of: right, partIndex: 0, salt: [1])
        }
    }
}
