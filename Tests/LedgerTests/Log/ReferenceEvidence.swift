import Testing

@testable import Ledger

/// A row of evidence, read as `docs/format.md` says and as plainly as can be: what the ledger's own
/// reader is held to.
struct ReferenceEvidence {
    struct Part {
        var headerNumber: UInt32
        var signature: [UInt8]
        var payload: [UInt8] = []
        var holes: [(offset: Int, partIndex: Int)] = []
    }

    let salt: [UInt8]
    private(set) var parts: [Part] = []

    /// Takes bytes from the front.
    private struct Bytes {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws -> [UInt8] {
            guard count <= rest.count else { throw EvidenceError.damaged }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        mutating func number(_ byteCount: Int) throws -> Int {
            try take(byteCount).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// Reads a row without its seal.
    init(_ row: [UInt8], _ compression: EvidenceCompression) throws {
        var bytes = Bytes(rest: row[...])
        guard try bytes.number(1) == 1 else { throw EvidenceError.damaged }
        guard try bytes.number(1) == 1 else { throw EvidenceError.missingReference }
        let partCount = try bytes.number(1)
        guard (1...4).contains(partCount) else { throw EvidenceError.damaged }
        salt = try bytes.take(16)
        for _ in 0..<partCount {
            let headerNumber = UInt32(try bytes.number(4))
            let signature = try bytes.take(try bytes.number(1))
            parts.append(Part(headerNumber: headerNumber, signature: signature))
        }
        let byteCount = try bytes.number(4)
        let frame = Array(bytes.rest)
        let expanded = unsafe try compression.expand(frame.span.bytes, byteCount: byteCount)
        try readPayloads(Bytes(rest: expanded[...]))
    }

    private mutating func readPayloads(_ expanded: Bytes) throws {
        var bytes = expanded
        var placed: Set<Int> = []
        for index in parts.indices {
            for _ in 0..<(try bytes.number(1)) {
                let hole = (offset: try bytes.number(4), partIndex: try bytes.number(1))
                guard (index + 1..<parts.count).contains(hole.partIndex),
                    placed.insert(hole.partIndex).inserted,
                    hole.offset >= parts[index].holes.last?.offset ?? 0
                else { throw EvidenceError.damaged }
                parts[index].holes.append(hole)
            }
            parts[index].payload = try bytes.take(try bytes.number(4))
            guard parts[index].holes.last?.offset ?? 0 <= parts[index].payload.count else {
                throw EvidenceError.damaged
            }
        }
        guard bytes.rest.isEmpty else { throw EvidenceError.damaged }
    }

    /// The tokens as they were received.
    func tokens(_ headers: [UInt32: [UInt8]]) throws -> [[UInt8]] {
        var tokens = [[UInt8]](repeating: [], count: parts.count)
        for (index, part) in parts.enumerated().reversed() {
            var payload = part.payload
            // From the back, so that the offsets in front stay right.
            for hole in part.holes.reversed() {
                payload.insert(contentsOf: tokens[hole.partIndex], at: hole.offset)
            }
            guard let header = headers[part.headerNumber] else {
                throw EvidenceError.missingReference
            }
            tokens[index] =
                header + [0x2E] + Base64.encode(payload.span, alphabet: .url) + [0x2E]
                + Base64.encode(part.signature.span, alphabet: .url)
        }
        return tokens
    }

    /// What the records of each part commit to.
    func digests(_ headers: [UInt32: [UInt8]]) throws -> [MerkleHash] {
        var digests = [MerkleHash](repeating: .zero, count: parts.count)
        for (index, part) in parts.enumerated().reversed() {
            guard let header = headers[part.headerNumber] else {
                throw EvidenceError.missingReference
            }
            let hashed = CommittedBytes(
                salt: salt, partIndex: UInt8(index),
                headerDigest: try SHA256().digest(header).bytes, signature: part.signature,
                inner: part.holes.map {
                    .init(
                        offset: UInt32($0.offset), partIndex: UInt8($0.partIndex),
                        digest: digests[$0.partIndex].bytes)
                },
                payload: part.payload)
            digests[index] = try hashed.digest()
        }
        let inner = Set(parts.flatMap { $0.holes.map(\.partIndex) })
        return try digests.indices.map { index in
            let others = digests.indices.filter { $0 != index && !inner.contains($0) }
            guard !inner.contains(index), !others.isEmpty else { return digests[index] }
            return try BesideBytes(
                salt: salt,
                parts: ([index] + others).map { DigestedPart(index: $0, digest: digests[$0]) }
            ).digest()
        }
    }
}

/// The bytes that are hashed for one part, as the page lists them, and read back from them.
struct CommittedBytes: Hashable {
    struct Inner: Hashable {
        var offset: UInt32
        var partIndex: UInt8
        var digest: [UInt8]
    }

    var salt: [UInt8]
    var partIndex: UInt8
    var headerDigest: [UInt8]
    var signature: [UInt8]
    var inner: [Inner]
    var payload: [UInt8]

    var bytes: [UInt8] {
        var bytes = salt
        bytes.append(partIndex)
        bytes += headerDigest
        bytes.append(UInt8(signature.count))
        bytes += signature
        bytes.append(UInt8(inner.count))
        for hole in inner {
            for shift in [UInt32(0), 8, 16, 24] {
                bytes.append(UInt8(hole.offset >> shift & 0xFF))
            }
            bytes.append(hole.partIndex)
            bytes += hole.digest
        }
        return bytes + payload
    }

    func digest() throws -> MerkleHash {
        try #require(MerkleHash(SHA256().digest(bytes).bytes))
    }
}

/// The bytes that are hashed where parts stand beside each other, as the page lists them.
struct BesideBytes {
    var salt: [UInt8]
    /// The record's own part, then the others in their order.
    var parts: [DigestedPart]

    func digest() throws -> MerkleHash {
        var bytes = salt + [255, UInt8(parts.count - 1)]
        for part in parts { bytes += [UInt8(part.index)] + part.digest.bytes }
        return try #require(MerkleHash(SHA256().digest(bytes).bytes))
    }
}

extension CommittedBytes {
    /// Reads what is hashed back; there is one way to.
    init(reading bytes: [UInt8]) {
        var place = 0
        func take(_ count: Int) -> [UInt8] {
            defer { place += count }
            return Array(bytes[place..<place + count])
        }
        salt = take(16)
        partIndex = take(1)[0]
        headerDigest = take(32)
        signature = take(Int(take(1)[0]))
        inner = []
        for _ in 0..<take(1)[0] {
            let offset = take(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let partIndex = take(1)[0]
            inner.append(Inner(offset: offset, partIndex: partIndex, digest: take(32)))
        }
        payload = Array(bytes[place...])
    }
}
