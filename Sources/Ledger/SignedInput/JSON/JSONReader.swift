/// Reads JSON (RFC 8259) from UTF-8 bytes that nobody has vouched for.
///
/// Strict: white space, numbers, strings and literals as the RFC writes them, no byte order mark,
/// no key twice in one object, no half of a surrogate pair, nothing after the end. Bounded by
/// `SignedInputLimits`. It never traps and never makes more than a few bytes out of one byte.
struct JSONReader: ~Escapable {
    let bytes: Span<UInt8>
    var position = 0
    /// Where tokens stand that are left there; nil where they are read as strings.
    var tokens: InnerTokens?
    private var depth = 0

    /// Starts before the first byte.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// Skips white space and returns the byte behind it, without taking it.
    mutating func peek() throws(JSONError) -> UInt8 {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position &+= 1
        }
        throw .syntax
    }

    /// Takes one structural character, or fails.
    mutating func take(_ character: Unicode.Scalar) throws(JSONError) {
        guard try peek() == UInt8(ascii: character) else { throw .syntax }
        position &+= 1
    }

    /// Takes one structural character if it comes next.
    mutating func takes(_ character: Unicode.Scalar) throws(JSONError) -> Bool {
        guard try peek() == UInt8(ascii: character) else { return false }
        position &+= 1
        return true
    }

    /// Enters an object or an array, if it is one and not too deep.
    mutating func enter(_ character: Unicode.Scalar) throws(JSONError) {
        guard try peek() == UInt8(ascii: character) else { throw .wrongType }
        position &+= 1
        depth &+= 1
        if depth > SignedInputLimits.jsonDepthMax { throw .limit }
    }

    /// Leaves an object or an array.
    mutating func leave() {
        depth &-= 1
    }

    /// Fails if anything but white space is left.
    mutating func finish() throws(JSONError) {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                throw .syntax
            }
            position &+= 1
        }
    }

    /// Takes `true`, `false` or `null` letter by letter.
    mutating func literal(_ word: StaticString) throws(JSONError) {
        let count = word.utf8CodeUnitCount
        guard bytes.count &- position >= count else { throw .syntax }
        for offset in 0..<count {
            // A static string lives for ever and the offset is below its count.
            let expected = unsafe word.utf8Start[offset]
            if bytes[position &+ offset] != expected { throw .syntax }
        }
        position &+= count
    }

    /// Reads `true` or `false`.
    mutating func boolean() throws(JSONError) -> Bool {
        switch try peek() {
        case UInt8(ascii: "t"):
            try literal("true")
            return true
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default:
            throw .wrongType
        }
    }

    /// Takes `null` if it comes next.
    mutating func takesNull() throws(JSONError) -> Bool {
        guard try peek() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }
}
