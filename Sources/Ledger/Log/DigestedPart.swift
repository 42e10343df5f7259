/// A signed part of an input, by its index and the digest of it alone.
struct DigestedPart: Sendable, Hashable {
    var index: Int
    var digest: MerkleHash
}

extension DigestedPart {
    /// The parts of an input that stand beside one: those that are in no payload, without itself;
    /// none where it is in a payload, because the records of that one have it.
    ///
    /// - Parameters:
    ///   - index: the one.
    ///   - digests: of each part alone.
    ///   - holes: where parts were taken out of payloads, of all payloads.
    /// - Returns: the others, in their order.
    static func others(
        beside index: Int, of digests: Span<MerkleHash>, holes: some Sequence<EvidenceRow.Hole>
    ) -> [DigestedPart] {
        func isInner(_ index: Int) -> Bool { holes.contains { $0.partIndex == index } }
        if isInner(index) { return [] }
        return digests.indices.compactMap { other in
            other == index || isInner(other)
                ? nil : DigestedPart(index: other, digest: digests[other])
        }
    }
}
