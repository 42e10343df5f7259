internal import Foundation

/// Looks for identifiers in bytes of which nothing is known: in clear, and inside base64, also where
/// that holds base64 again, as the payload of a notification does.
///
/// Letters are compared without case. A UUID is found with and without hyphens, wherever it stands;
/// any other identifier only where no letter or digit stands beside it, and a short one only between
/// quotation marks, because it is part of many other numbers. What is hidden by JSON's escapes is not
/// found.
struct IdentifierSearch {
    /// How deep base64 is opened: a signed payload, a signed object in it, and one more.
    static let depthMax = 3
    /// A shorter run of base64 is a word.
    private static let runByteCountMin = 8

    /// A shorter identifier that is no UUID may be any number.
    static let wordByteCountMin = 8

    private struct Needle {
        let bytes: [UInt8]
        let isWholeWord: Bool
    }

    private let needles: [Needle]

    init(_ identifiers: [String]) {
        needles = identifiers.flatMap { identifier -> [Needle] in
            let bytes = Array(identifier.lowercased().utf8)
            if bytes.isEmpty { return [] }
            guard UUID(uuidString: identifier) != nil else {
                let mark = [UInt8(ascii: "\"")]
                return bytes.count < Self.wordByteCountMin
                    ? [Needle(bytes: mark + bytes + mark, isWholeWord: false)]
                    : [Needle(bytes: bytes, isWholeWord: true)]
            }
            return [bytes, bytes.filter { $0 != UInt8(ascii: "-") }].map {
                Needle(bytes: $0, isWholeWord: false)
            }
        }
    }

    /// Whether the bytes name one of the identifiers.
    func finds(in bytes: [UInt8]) -> Bool { finds(in: bytes, depth: 0) }

    private func finds(in bytes: [UInt8], depth: Int) -> Bool {
        let lowered = bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        if needles.contains(where: { Self.isNamed($0, in: lowered) }) { return true }
        guard depth < Self.depthMax else { return false }
        return Self.base64Runs(in: bytes).contains { run in
            // What stands before may be part of the run by chance, so each alignment is tried.
            (0..<4).contains { finds(in: Self.decoded(run.dropFirst($0)), depth: depth + 1) }
        }
    }

    private static func isNamed(_ needle: Needle, in bytes: [UInt8]) -> Bool {
        guard let first = needle.bytes.first, bytes.count >= needle.bytes.count else {
            return false
        }
        for start in 0...(bytes.count - needle.bytes.count) where bytes[start] == first {
            let end = start + needle.bytes.count
            guard bytes[start..<end].elementsEqual(needle.bytes) else { continue }
            if !needle.isWholeWord { return true }
            let before = start > 0 ? bytes[start - 1] : 0
            let after = end < bytes.count ? bytes[end] : 0
            if !isAlphanumeric(before), !isAlphanumeric(after) { return true }
        }
        return false
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// The stretches of characters of either alphabet.
    private static func base64Runs(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { value(of: $0) == nil }.filter { $0.count >= runByteCountMin }
    }

    /// The six bits of a character of either alphabet.
    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 65...90: character - 65
        case 97...122: character - 71
        case 48...57: character + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    /// The bytes of a run, however it ends: what is kept of an input may be cut off.
    private static func decoded(_ run: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(run.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in run {
            bits = bits << 6 | UInt32(value(of: character) ?? 0)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        return bytes
    }
}
