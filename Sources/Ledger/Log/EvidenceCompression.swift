internal import CZstd

/// Compresses and expands evidence against one dictionary (zstd, RFC 8878).
///
/// Not safe for two threads at once: each preparer and each reader has its own.
@safe final class EvidenceCompression {
    /// zstd's level: of an input of three payloads, 1.2 kB, level 1 makes 270 bytes in 1.7 µs, 3
    /// makes 251 in 2.0, 4 makes 228 in 3.5 and 6 makes 220 in 8.6.
    static let level: Int32 = 3
    /// The most bytes that one row's payloads may expand to.
    static let expandedByteCountMax = 4 << 20

    private let compressionContext: OpaquePointer
    private let expansionContext: OpaquePointer
    private let compressionDictionary: OpaquePointer
    private let expansionDictionary: OpaquePointer

    /// Makes both directions for a dictionary's bytes.
    ///
    /// - Throws: `EvidenceError.damaged` when zstd does not take the dictionary, as it says of one
    ///   whose tables were changed; `outOfMemory` when it cannot allocate.
    init(dictionary: [UInt8]) throws(EvidenceError) {
        guard let compressionContext = unsafe ZSTD_createCCtx() else { throw .outOfMemory }
        guard let expansionContext = unsafe ZSTD_createDCtx() else {
            unsafe ZSTD_freeCCtx(compressionContext)
            throw .outOfMemory
        }
        let compressing = unsafe ZSTD_createCDict(dictionary, dictionary.count, Self.level)
        let expanding = unsafe ZSTD_createDDict(dictionary, dictionary.count)
        guard let compressing = unsafe compressing, let expanding = unsafe expanding else {
            unsafe ZSTD_freeCDict(compressing)
            unsafe ZSTD_freeDDict(expanding)
            unsafe ZSTD_freeCCtx(compressionContext)
            unsafe ZSTD_freeDCtx(expansionContext)
            throw .damaged
        }
        unsafe self.compressionContext = compressionContext
        unsafe self.expansionContext = expansionContext
        unsafe compressionDictionary = compressing
        unsafe expansionDictionary = expanding
    }

    deinit {
        unsafe ZSTD_freeCDict(compressionDictionary)
        unsafe ZSTD_freeDDict(expansionDictionary)
        unsafe ZSTD_freeCCtx(compressionContext)
        unsafe ZSTD_freeDCtx(expansionContext)
    }

    /// One zstd frame of the bytes.
    func compress(_ bytes: [UInt8]) throws(EvidenceError) -> [UInt8] {
        var isDone = false
        let frame = unsafe [UInt8](
            unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)
        ) { frame, count in
            let size = unsafe ZSTD_compress_usingCDict(
                compressionContext, frame.baseAddress, frame.count, bytes, bytes.count,
                compressionDictionary)
            isDone = ZSTD_isError(size) == 0
            count = isDone ? size : 0
        }
        if !isDone { throw .outOfMemory }
        return frame
    }

    /// The bytes of one zstd frame that must expand to exactly `byteCount` bytes.
    func expand(_ frame: RawSpan, byteCount: Int) throws(EvidenceError) -> [UInt8] {
        var bytes: [UInt8] = []
        try expand(frame, byteCount: byteCount, into: &bytes)
        return bytes
    }

    /// The same, at the beginning of memory that is used again and grows where it must.
    func expand(
        _ frame: RawSpan, byteCount: Int, into bytes: inout [UInt8]
    ) throws(EvidenceError) {
        guard byteCount >= 0, byteCount <= Self.expandedByteCountMax else { throw .damaged }
        if bytes.count < byteCount { bytes = [UInt8](repeating: 0, count: byteCount) }
        let size = unsafe frame.withUnsafeBytes { frame in
            // One frame and nothing behind it: zstd would go on with another one, which says nothing.
            guard unsafe ZSTD_findFrameCompressedSize(frame.baseAddress, frame.count) == frame.count
            else { return Int.max }
            return unsafe ZSTD_decompress_usingDDict(
                expansionContext, &bytes, byteCount, frame.baseAddress, frame.count,
                expansionDictionary)
        }
        guard ZSTD_isError(size) == 0, size == byteCount else { throw .damaged }
    }
}

/// Why evidence could not be kept or read back.
enum EvidenceError: Error, Hashable, CustomStringConvertible {
    /// The row's bytes are not what this ledger wrote.
    case damaged
    /// The row names a header or dictionary that the ledger does not hold.
    case missingReference
    /// zstd could not allocate.
    case outOfMemory
    /// The payloads are larger than `EvidenceCompression.expandedByteCountMax` together, or a part
    /// has more than a row has room for.
    case tooLarge

    /// What is wrong.
    var description: String {
        switch self {
        case .damaged: "the row of the table evidence is damaged"
        case .missingReference: "the row names a header or a dictionary that is missing"
        case .outOfMemory: "there is not enough memory"
        case .tooLarge: "the row has more than rows can have"
        }
    }
}
