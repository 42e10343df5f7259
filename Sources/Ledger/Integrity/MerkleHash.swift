/// One SHA-256 hash of the Merkle tree, stored inline so that a tree costs no allocation per node.
struct MerkleHash: Sendable, Hashable, BitwiseCopyable {
    /// Number of bytes of a hash.
    static let byteCount = 32

    // The 32 bytes in the order of memory, eight at a time.
    private var word0: UInt64 = 0
    private var word1: UInt64 = 0
    private var word2: UInt64 = 0
    private var word3: UInt64 = 0

    /// 32 zero bytes; fills what is not written yet.
    static let zero = MerkleHash()

    private init() {}

    /// The hash that 32 bytes are; nil where there are more or fewer.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(bytes.bytes, at: 0)
    }

    /// The hash at an offset of longer bytes; nil where it is not wholly in them.
    init?(_ bytes: RawSpan, at offset: Int) {
        guard offset >= 0, offset <= bytes.byteCount - Self.byteCount else { return nil }
        self = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: MerkleHash.self)
    }

    /// A hash that is written in place.
    ///
    /// - Parameter body: writes all 32 bytes.
    /// - Throws: what `body` throws.
    init<Failure: Error>(
        filledBy body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        // The pointer is lent to the caller inside this folder for the time of the call.
        var hash = MerkleHash()
        var failure: Failure?
        unsafe withUnsafeMutableBytes(of: &hash) { buffer in
            do throws(Failure) { try unsafe body(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        self = hash
    }

    /// The first eight bytes, read as one big-endian number.
    var leadingNumber: UInt64 { UInt64(bigEndian: word0) }

    /// The 32 bytes, as an array of their own.
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: self) { unsafe Array($0) } }
}
