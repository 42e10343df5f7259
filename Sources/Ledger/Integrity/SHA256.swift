internal import COpenSSL

/// SHA-256 over several pieces of bytes, one after the other (FIPS 180-4), by libcrypto.
///
/// Keep one and use it again: making a context costs more than the digest of a short record. Not
/// `Sendable`: it belongs to one thread at a time.
@safe final class SHA256 {
    private let context: OpaquePointer

    /// Makes a digest that can be used again and again.
    ///
    /// - Throws: `IntegrityError.digestUnavailable` when libcrypto has no memory or no SHA-256.
    init() throws(IntegrityError) {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .digestUnavailable }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// The digest of bytes.
    func digest(_ bytes: [UInt8]) throws(IntegrityError) -> Digest {
        try start()
        try add(bytes.bytes)
        return Digest(bytes: try finish().bytes)
    }

    /// The first eight bytes of the digest of bytes, read as one big-endian number; makes no array.
    func leadingNumber(of bytes: [UInt8]) throws(IntegrityError) -> UInt64 {
        try start()
        try add(bytes.bytes)
        return try finish().leadingNumber
    }

    /// The digest of two pieces or more, as if they were one.
    func digest(
        _ first: [UInt8], _ second: [UInt8], _ others: [UInt8]...
    ) throws(IntegrityError) -> Digest {
        try start()
        try add(first.bytes)
        try add(second.bytes)
        for piece in others { try add(piece.bytes) }
        return Digest(bytes: try finish().bytes)
    }

    /// Begins a digest whose pieces come one by one; what was begun before is forgotten.
    func start() throws(IntegrityError) {
        guard let algorithm = SHA256Algorithm.fetched, unsafe algorithm.begin(in: context) else {
            throw .digestUnavailable
        }
    }

    /// Adds the next piece; no copy is made.
    func add(_ piece: RawSpan) throws(IntegrityError) {
        let isAdded = unsafe piece.withUnsafeBytes { piece in
            unsafe EVP_DigestUpdate(context, piece.baseAddress, piece.count) == 1
        }
        if !isAdded { throw .digestUnavailable }
    }

    /// Adds one byte.
    func add(_ byte: UInt8) throws(IntegrityError) {
        let isAdded = unsafe withUnsafeBytes(of: byte) { byte in
            unsafe EVP_DigestUpdate(context, byte.baseAddress, 1) == 1
        }
        if !isAdded { throw .digestUnavailable }
    }

    /// Adds a hash of the tree.
    func add(_ hash: MerkleHash) throws(IntegrityError) {
        let isAdded = unsafe withUnsafeBytes(of: hash) { bytes in
            unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
        }
        if !isAdded { throw .digestUnavailable }
    }

    /// Ends what was started, without an allocation.
    func finish() throws(IntegrityError) -> MerkleHash {
        try unsafe MerkleHash { (buffer) throws(IntegrityError) in
            guard
                unsafe EVP_DigestFinal_ex(
                    context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), nil) == 1
            else { throw .digestUnavailable }
        }
    }
}

/// Why a digest could not be made.
enum IntegrityError: Error {
    /// libcrypto has no memory left or was built without SHA-256.
    case digestUnavailable
    /// The system gives no random bytes.
    case randomUnavailable
}

/// Random bytes for salts, from libcrypto's generator.
enum RandomBytes {
    /// That many bytes that nobody can foresee.
    static func make(count: Int) throws(IntegrityError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else { throw .randomUnavailable }
        return bytes
    }
}
