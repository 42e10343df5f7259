/// How many bytes a field of a record takes behind its number.
///
/// `EventFields+Visit` says what the fields are; this says only how to step over one.
enum FieldWidth {
    case fixed(Int)
    /// A count of items of this many bytes each.
    case counted(itemByteCount: Int)
    /// A count of symbols with their texts.
    case symbolDefinitions

    /// The width of a field; nil where the format has no such field.
    init?(field number: UInt8) {
        let byteCount = Self.numberByteCount(field: number)
        if byteCount > 0 {
            self = .fixed(byteCount)
            return
        }
        switch number {
        case 6: self = .fixed(Digest.byteCount)
        case 82, 92, 96, 110, 117: self = .counted(itemByteCount: 1)
        case 59, 95: self = .counted(itemByteCount: 4)
        case 140: self = .counted(itemByteCount: 4 + Digest.byteCount)
        case 141: self = .symbolDefinitions
        default: return nil
        }
    }

    /// How many bytes a field has that is one number; 0 of every other field.
    @inline(__always)
    static func numberByteCount(field number: UInt8) -> Int {
        guard Int(number) < digits.utf8CodeUnitCount else { return 0 }
        // In bounds: the text has that many characters.
        return Int(unsafe digits.utf8Start[Int(number)] &- UInt8(ascii: "0"))
    }

    /// A digit for each field, ten to a line: its bytes where it is one number, else 0.
    ///
    /// A text is a table without a jump and without an array to count references of: it is asked
    /// for every field of every record of a walk.
    private static let digits: StaticString = """
        0444840884\
        8884488844\
        4484441444\
        4448444884\
        8000000000\
        4414848880\
        4444880000\
        0000000000\
        4404844488\
        8808800848\
        0000000000\
        0488484044\
        0000000000\
        4848400000
        """
}

extension ByteReader {
    /// Steps over what follows a field's number.
    @_lifetime(self: copy self)
    mutating func skipField(_ number: UInt8) throws(RecordError) {
        guard let width = FieldWidth(field: number) else { throw .unexpectedField(number) }
        switch width {
        case .fixed(let byteCount):
            try skip(byteCount)
        case .counted(let itemByteCount):
            let count = try readCount(itemByteCountMin: itemByteCount)
            try skip(count * itemByteCount)
        case .symbolDefinitions:
            for _ in 0..<(try readCount(itemByteCountMin: 8)) {
                try skip(4)
                try skip(try readCount(itemByteCountMin: 1))
            }
        }
    }
}
