/// Chains that have been trusted, found again by the exact bytes of the header.
///
/// Safe because nothing about a chain but time can change, and time is compared for every token.
/// Only a chain that a root vouches for, under a header whose token was signed by it, gets in.
/// So nobody but the signer can fill it.
final class ChainCache: Sendable {
    /// How many distinct headers are kept.
    ///
    /// The App Store uses one or two at a time.
    static let entryCountMax = 32

    private let entries = Lock<[TrustedChain]>([])

    /// The chain of a header, if it is known.
    ///
    /// A comparison costs the length of the header, and ends at the first difference.
    func chain(for headerText: ArraySlice<UInt8>) -> TrustedChain? {
        // Compared outside of the lock, which every core takes for a chain that its lane has not.
        let known = entries.withLock { $0 }
        return known.first { $0.headerText.span.elementsAreEqual(to: headerText.span) }
    }

    /// Keeps a chain; the oldest makes room.
    func insert(_ chain: TrustedChain) {
        entries.withLock { entries in
            if entries.contains(where: { $0.headerText == chain.headerText }) { return }
            if entries.count == Self.entryCountMax { entries.removeFirst() }
            entries.append(chain)
        }
    }
}
