/// Writes JSON (RFC 8259) into bytes: compact, members in the order in which they are written.
///
/// The same calls give the same bytes. Containers are written by closures, so that they always end.
/// A member without a value is left out.
package struct JSONWriter {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Begins with nothing.
    package init() {}

    /// Forgets what has been written, and keeps the room for it.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes an object as the next element or as the whole text.
    package mutating func object<Failure: Error>(
        _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        separate()
        try container("{", "}", members)
    }

    /// Writes an array as the next element or as the whole text.
    package mutating func array<Failure: Error>(
        _ elements: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        separate()
        try container("[", "]", elements)
    }

    /// Writes a member that is an object.
    package mutating func object<Failure: Error>(
        _ key: String, _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        name(key)
        try container("{", "}", members)
    }

    /// Writes a member that is an array.
    package mutating func array<Failure: Error>(
        _ key: String, _ elements: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        name(key)
        try container("[", "]", elements)
    }

    /// Writes a member that is text.
    package mutating func member(_ key: String, _ text: String?) {
        guard let text else { return }
        name(key)
        append(quoted: text)
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ key: String, _ number: (some FixedWidthInteger)?) {
        guard let number else { return }
        name(key)
        append(number)
    }

    /// Writes a member that is true or false.
    package mutating func member(_ key: String, _ flag: Bool?) {
        guard let flag else { return }
        name(key)
        bytes.append(literal: flag ? "true" : "false")
    }

    /// Writes a member that is a point in time, in ISO 8601, in UTC with milliseconds.
    package mutating func member(_ key: String, _ instant: Instant?) {
        guard let instant else { return }
        name(key)
        append(instant)
    }

    /// Writes a member that is an amount of money, as a text such as `"9.99"`: a number in JSON is
    /// read as a binary fraction by many readers.
    package mutating func member(_ key: String, milliunits: Int64?) {
        guard let milliunits else { return }
        name(key)
        bytes.append(UInt8(ascii: "\""))
        DecimalText.append(milliunits: milliunits, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes text as the next element of an array.
    package mutating func element(_ text: String) {
        separate()
        append(quoted: text)
    }

    /// Writes a whole number as the next element of an array.
    package mutating func element(_ number: some FixedWidthInteger) {
        separate()
        append(number)
    }

    private mutating func container<Failure: Error>(
        _ start: Unicode.Scalar, _ end: Unicode.Scalar,
        _ content: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        bytes.append(UInt8(ascii: start))
        needsComma = false
        try content(&self)
        bytes.append(UInt8(ascii: end))
        needsComma = true
    }

    private mutating func name(_ key: String) {
        separate()
        append(quoted: key)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        if let value = Int64(exactly: number) {
            DecimalText.append(value, to: &bytes)
        } else {
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    private mutating func append(_ instant: Instant) {
        bytes.append(UInt8(ascii: "\""))
        instant.appendISO8601(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { append(character: byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a byte of a text; RFC 8259, section 7, says which ones are escaped.
    private mutating func append(character byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(literal: "\\\"")
        case UInt8(ascii: "\\"): bytes.append(literal: "\\\\")
        case 0x08: bytes.append(literal: "\\b")
        case 0x09: bytes.append(literal: "\\t")
        case 0x0A: bytes.append(literal: "\\n")
        case 0x0C: bytes.append(literal: "\\f")
        case 0x0D: bytes.append(literal: "\\r")
        case 0x00...0x1F:
            bytes.append(literal: byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 0x0F
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: bytes.append(byte)
        }
    }
}
