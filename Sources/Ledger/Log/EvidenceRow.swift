internal import Glibc

/// The evidence of one input as its row holds it (`docs/format.md`, "Evidence").
///
/// The row is keyed by the first event of the input. All its payloads are one zstd frame, because a
/// notification, its transaction and its renewal info share most of their bytes.
struct EvidenceRow {
    /// Where an inner JWS stood in a part's payload.
    struct Hole: Hashable {
        var offset: Int
        var partIndex: Int
    }

    static let formatVersion: UInt8 = 1
    static let saltByteCount = 16

    var dictionaryNumber: UInt8
    var salt: [UInt8]
    var headerNumbers: [UInt32]
    var signatures: [[UInt8]]
    /// Each part's payload, with its holes.
    var payloads: [(bytes: [UInt8], holes: [Hole])]

    /// Takes the inner JWS out of the first part's payload.
    init(_ evidence: Evidence, headerNumbers: [UInt32], salt: [UInt8], dictionaryNumber: UInt8) {
        self.dictionaryNumber = dictionaryNumber
        self.salt = salt
        self.headerNumbers = headerNumbers
        signatures = evidence.parts.map(\.signature)
        payloads = evidence.parts.map { ($0.payload, []) }
        guard let outer = evidence.parts.first else { return }
        payloads[0] = Self.punch(
            outer.payload, inner: evidence.parts.dropFirst().map(\.compactJWS))
    }

    /// Where the header numbers stand in the encoded row: behind version, dictionary, count and
    /// salt, each in front of its signature.
    var headerNumberOffsets: [Int] {
        var offset = 3 + Self.saltByteCount
        return signatures.map { signature in
            defer { offset += 4 + 1 + signature.count }
            return offset
        }
    }

    /// The bytes without each inner text, and where the texts stood.
    private static func punch(
        _ payload: [UInt8], inner: [[UInt8]]
    ) -> (bytes: [UInt8], holes: [Hole]) {
        if inner.isEmpty { return (payload, []) }
        var found: [(range: Range<Int>, partIndex: Int)] = []
        found.reserveCapacity(inner.count)
        for (index, text) in inner.enumerated() {
            guard let start = payload.firstIndex(ofQuoted: text) else { continue }
            found.append((start..<start + text.count, index + 1))
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, found.reduce(payload.count) { $0 - $1.range.count }))
        var holes: [Hole] = []
        holes.reserveCapacity(found.count)
        var end = 0
        for hole in found where hole.range.lowerBound >= end {
            bytes.append(contentsOf: payload[end..<hole.range.lowerBound])
            holes.append(Hole(offset: bytes.count, partIndex: hole.partIndex))
            end = hole.range.upperBound
        }
        bytes.append(contentsOf: payload[end...])
        return (bytes, holes)
    }

    /// Puts headers and inner JWS back: the evidence as it was received.
    ///
    /// - Parameter header: the header segment that a number stands for.
    /// - Returns: the evidence as it was received.
    /// - Throws: `EvidenceError.damaged`, and what `header` throws.
    func evidence(header: (UInt32) throws -> [UInt8]) throws -> Evidence {
        var parts: [Evidence.Part] = []
        for index in payloads.indices.reversed() {
            let payload = try payload(at: index, inner: parts)
            parts.insert(
                Evidence.Part(
                    header: try header(headerNumbers[index]), payload: payload,
                    signature: signatures[index]),
                at: 0)
        }
        return Evidence(parts: parts)
    }

    /// A part's payload as it was received, with the parts behind it in its holes.
    private func payload(
        at index: Int, inner parts: [Evidence.Part]
    ) throws(EvidenceError) -> [UInt8] {
        let (bytes, holes) = payloads[index]
        if holes.isEmpty { return bytes }
        var payload: [UInt8] = []
        payload.reserveCapacity(parts.reduce(bytes.count) { $0 + $1.compactJWS.count })
        var end = 0
        for hole in holes {
            let partOffset = hole.partIndex - index - 1
            guard partOffset >= 0, partOffset < parts.count, hole.offset >= end,
                hole.offset <= bytes.count
            else { throw EvidenceError.damaged }
            payload.append(contentsOf: bytes[end..<hole.offset])
            payload.append(contentsOf: parts[partOffset].compactJWS)
            end = hole.offset
        }
        payload.append(contentsOf: bytes[end...])
        return payload
    }
}

extension Array where Element == UInt8 {
    /// Whether the first bytes are those.
    func begins(with other: [UInt8]) -> Bool {
        guard count >= other.count, !other.isEmpty else { return other.isEmpty }
        return unsafe withUnsafeBytes { all in
            unsafe other.withUnsafeBytes { other in
                guard let all = all.baseAddress, let start = other.baseAddress else { return false }
                return unsafe memcmp(all, start, other.count) == 0
            }
        }
    }

    /// Where a text first stands as a JSON string: behind a quotation mark.
    ///
    /// A payload has few quotation marks between long tokens, so that looking for them is quick.
    func firstIndex(ofQuoted text: [UInt8]) -> Int? {
        guard !text.isEmpty else { return nil }
        return unsafe withUnsafeBytes { all in
            unsafe text.withUnsafeBytes { text in
                guard let start = all.baseAddress, let wanted = text.baseAddress else { return nil }
                var place = 0
                while place < all.count - text.count {
                    let rest = unsafe start + place
                    guard let quote = unsafe memchr(rest, Self.quote, all.count - place) else {
                        return nil
                    }
                    place = unsafe UnsafeRawPointer(quote) - start + 1
                    guard all.count - place >= text.count else { return nil }
                    if unsafe memcmp(start + place, wanted, text.count) == 0 { return place }
                }
                return nil
            }
        }
    }

    private static var quote: Int32 { 0x22 }
}
