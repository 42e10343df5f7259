internal import Foundation

/// Looks for identifiers in bytes of which nothing is known: in clear, behind the escapes of JSON and
/// of addresses, and inside base64, also where that holds base64 again, as the payload of a
/// notification does.
///
/// Letters are compared without case. A UUID is found with and without hyphens, wherever it stands;
/// any other identifier only where no letter or digit stands beside it, and a short one only
/// between quotation marks, because it is part of many other numbers.
struct IdentifierSearch {
    /// How deep base64 is opened: a signed payload, a signed object in it, and one more.
    static let depthMax = 3
    /// How many escapes stand before one another: a body in JSON in an address, say.
    static let escapeCountMax = 3
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
        if names(bytes) || depth < Self.depthMax && findsInBase64(of: bytes, depth: depth) {
            return true
        }
        guard var plain = EscapedText.plain(bytes) else { return false }
        for _ in 1..<Self.escapeCountMax {
            if names(plain) { return true }
            guard let next = EscapedText.plain(plain) else { break }
            plain = next
        }
        return names(plain) || depth < Self.depthMax && findsInBase64(of: plain, depth: depth)
    }

    /// Whether the bytes name one as they are.
    private func names(_ bytes: [UInt8]) -> Bool {
        let lowered = bytes.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
        return needles.contains { Self.isNamed($0, in: lowered) }
    }

    private func findsInBase64(of bytes: [UInt8], depth: Int) -> Bool {
        var start = 0
        while let run = Self.nextRun(in: bytes, from: start) {
            // What stands before may be part of the run by chance: then it begins with no text, and
            // each alignment is tried.
            for offset in 0..<4 {
                let decoded = Self.decoded(bytes, run.dropFirst(offset))
                if finds(in: decoded, depth: depth + 1) { return true }
                if offset == 0, Self.beginsWithText(decoded) { break }
            }
            start = run.upperBound
        }
        return false
    }

    private static func isNamed(_ needle: Needle, in bytes: [UInt8]) -> Bool {
        let wanted = needle.bytes
        guard wanted.count > 1, bytes.count >= wanted.count else { return false }
        let (first, second) = (wanted[0], wanted[1])
        var start = 0
        let lastStart = bytes.count - wanted.count
        while start <= lastStart {
            if bytes[start] == first, bytes[start &+ 1] == second {
                var count = 2
                while count < wanted.count, bytes[start &+ count] == wanted[count] { count &+= 1 }
                if count == wanted.count, !needle.isWholeWord || isWord(bytes, start, count) {
                    return true
                }
            }
            start &+= 1
        }
        return false
    }

    /// Whether no letter or digit stands beside the bytes.
    private static func isWord(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Bool {
        let end = start + count
        let isFree = start == 0 || !isAlphanumeric(bytes[start - 1])
        return isFree && (end == bytes.count || !isAlphanumeric(bytes[end]))
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    // MARK: Base64

    /// No character of either alphabet.
    private static let noValue: UInt8 = 0xFF

    /// The six bits of each character of either alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: noValue, count: 256)
        let letters = Array(65...90) + Array(97...122) + Array(48...57)
        for (value, character) in letters.enumerated() { values[character] = UInt8(value) }
        for (character, value): (Int, UInt8) in [(43, 62), (45, 62), (47, 63), (95, 63)] {
            values[character] = value
        }
        return values
    }()

    /// The next stretch of characters of either alphabet that is long enough.
    private static func nextRun(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        let values = values
        var index = start
        while index < bytes.count {
            while index < bytes.count, values[Int(bytes[index])] == noValue { index &+= 1 }
            let first = index
            while index < bytes.count, values[Int(bytes[index])] != noValue { index &+= 1 }
            if index - first >= runByteCountMin { return first..<index }
        }
        return nil
    }

    /// The bytes of a run, however it ends: what is kept of an input may be cut off.
    private static func decoded(_ bytes: [UInt8], _ run: Range<Int>) -> [UInt8] {
        let values = values
        var decoded: [UInt8] = []
        decoded.reserveCapacity(run.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for index in run {
            bits = bits &<< 6 | UInt32(values[Int(bytes[index])])
            bitCount &+= 6
            if bitCount >= 8 {
                bitCount &-= 8
                decoded.append(UInt8(truncatingIfNeeded: bits &>> bitCount))
            }
        }
        return decoded
    }

    /// How many bytes have to be text for all to be taken for it.
    private static let textByteCount = 12

    /// Whether the first bytes are printable, as those of JSON are.
    private static func beginsWithText(_ bytes: [UInt8]) -> Bool {
        bytes.count >= textByteCount
            && bytes.prefix(textByteCount).allSatisfy {
                (32...126).contains($0) || $0 == 10 || $0 == 13 || $0 == 9
            }
    }
}
