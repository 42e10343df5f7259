internal import Glibc

/// A payload without the tokens that are parts of their own, and where these stood.
struct PunchedPayload: Sendable, Hashable {
    /// The payload without them.
    let bytes: [UInt8]
    /// Where they stood, in the order of their places.
    let holes: [EvidenceRow.Hole]

    /// Leaves a payload whole.
    init(whole payload: [UInt8]) {
        self.init(bytes: payload, holes: [])
    }

    /// A payload as it was stored.
    init(bytes: [UInt8], holes: [EvidenceRow.Hole]) {
        self.bytes = bytes
        self.holes = holes
    }

    /// Takes each token out of its first place between quotation marks, if it has one.
    ///
    /// A token has no quotation marks, so that two of them overlap only where they are the same
    /// text: the first of them has the hole.
    ///
    /// - Parameters:
    ///   - payload: the payload of a notification.
    ///   - inner: the tokens that it carries: those of parts 1, 2 and so on.
    init(_ payload: [UInt8], inner: [[UInt8]]) {
        var found: [(range: Range<Int>, partIndex: Int)] = []
        found.reserveCapacity(inner.count)
        for (index, text) in inner.enumerated() {
            guard let start = payload.firstIndex(ofQuoted: text) else { continue }
            let range = start..<start + text.count
            if found.contains(where: { $0.range.overlaps(range) }) { continue }
            found.append((range, index + 1))
        }
        if found.isEmpty {
            self.init(whole: payload)
            return
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(found.reduce(payload.count) { $0 - $1.range.count })
        var holes: [EvidenceRow.Hole] = []
        holes.reserveCapacity(found.count)
        var end = 0
        for hole in found {
            bytes.append(contentsOf: payload[end..<hole.range.lowerBound])
            holes.append(EvidenceRow.Hole(offset: bytes.count, partIndex: hole.partIndex))
            end = hole.range.upperBound
        }
        bytes.append(contentsOf: payload[end...])
        self.init(bytes: bytes, holes: holes)
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

    /// Where a text first stands as a JSON string: between two quotation marks.
    ///
    /// A payload has few quotation marks between long tokens, so that looking for them is quick.
    func firstIndex(ofQuoted text: [UInt8]) -> Int? {
        guard !text.isEmpty else { return nil }
        return unsafe withUnsafeBytes { all in
            unsafe text.withUnsafeBytes { text in
                guard let start = all.baseAddress, let wanted = text.baseAddress else { return nil }
                var place = 0
                // The last place where the text and its two quotation marks have room.
                while place < all.count - text.count - 1 {
                    let rest = unsafe start + place
                    guard let quote = unsafe memchr(rest, Self.quote, all.count - place) else {
                        return nil
                    }
                    place = unsafe UnsafeRawPointer(quote) - start + 1
                    guard all.count - place > text.count else { return nil }
                    if unsafe memcmp(start + place, wanted, text.count) == 0,
                        unsafe all[place + text.count] == UInt8(Self.quote)
                    {
                        return place
                    }
                }
                return nil
            }
        }
    }

    private static var quote: Int32 { 0x22 }
}
