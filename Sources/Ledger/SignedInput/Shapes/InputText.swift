/// The string, number or line that is being read: as much of it as is needed.
struct InputText {
    private(set) var bytes: [UInt8] = []
    /// The line on which it begins.
    private(set) var startLine = 1
    /// Whether it is longer than what is kept of it; then nothing is kept.
    private(set) var isTooLarge = false
    private var bytesMax = 0
    /// Whether it is the key of an object.
    private(set) var isKey = false
    /// What is known of the UTF-8 of it.
    var checker = UTF8Checker()
    /// The first half of a surrogate pair whose second half may follow.
    private var highSurrogate: UInt32?
    /// A `\u` escape that is being read, and how many of its digits are missing.
    private var codeUnit: UInt32 = 0
    private var digitsLeft = 0

    /// Begins anew on a line; at most so many bytes are kept.
    mutating func begin(startLine: Int, bytesMax: Int, isKey: Bool = false) {
        // The buffer serves the next text too, unless it was handed out.
        bytes.removeAll(keepingCapacity: true)
        isTooLarge = false
        checker = UTF8Checker()
        highSurrogate = nil
        self.startLine = startLine
        self.bytesMax = bytesMax
        self.isKey = isKey
    }

    /// Adds bytes as they stand.
    mutating func append(_ span: Span<UInt8>) {
        endSurrogate()
        guard hasRoom(for: span.count) else { return }
        ByteScan.append(span, to: &bytes)
    }

    /// Adds a byte as it stands.
    mutating func append(_ byte: UInt8) {
        endSurrogate()
        guard hasRoom(for: 1) else { return }
        bytes.append(byte)
    }

    /// Begins a `\u` escape.
    mutating func beginUnicodeEscape() {
        codeUnit = 0
        digitsLeft = 4
    }

    /// Takes a digit of a `\u` escape.
    ///
    /// - Returns: whether digits are missing; nil if the byte is none.
    mutating func takeUnicodeDigit(_ byte: UInt8) -> Bool? {
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
        default: return nil
        }
        codeUnit = codeUnit << 4 | UInt32(digit)
        digitsLeft -= 1
        if digitsLeft == 0 { appendCodeUnit() }
        return digitsLeft > 0
    }

    /// Ends the text; half a surrogate pair stands for the replacement character.
    mutating func end() -> [UInt8] {
        endSurrogate()
        return bytes
    }

    private mutating func appendCodeUnit() {
        switch codeUnit {
        case 0xD800...0xDBFF:
            endSurrogate()
            highSurrogate = codeUnit
        case 0xDC00...0xDFFF:
            if let high = highSurrogate {
                highSurrogate = nil
                appendScalar(0x10000 + ((high & 0x3FF) << 10) + (codeUnit & 0x3FF))
            } else {
                appendScalar(0xFFFD)
            }
        default:
            endSurrogate()
            appendScalar(codeUnit)
        }
    }

    private mutating func endSurrogate() {
        guard highSurrogate != nil else { return }
        highSurrogate = nil
        appendScalar(0xFFFD)
    }

    private mutating func appendScalar(_ value: UInt32) {
        guard let scalar = Unicode.Scalar(value) else { return }
        let encoded = UTF8.encode(scalar)
        guard let encoded, hasRoom(for: encoded.count) else { return }
        bytes.append(contentsOf: encoded)
    }

    private mutating func hasRoom(for count: Int) -> Bool {
        if isTooLarge { return false }
        if bytes.count + count <= bytesMax { return true }
        isTooLarge = true
        bytes = []
        return false
    }
}
