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
    @inline(__always)
    init?(field number: UInt8) {
        switch number {
        case 26, 52: self = .fixed(1)
        case 1...3, 5, 9, 13, 14, 18...21, 23...25, 27...32, 34...36, 39, 50, 51, 53, 55, 60...63,
            80, 81, 83, 85...87, 98, 111, 114, 116, 118, 119, 130, 132, 134:
            self = .fixed(4)
        case 4, 7, 8, 10...12, 15...17, 22, 33, 37, 38, 40, 54, 56...58, 64, 65, 84, 88...91, 93,
            94, 97, 99, 112, 113, 115, 131, 133:
            self = .fixed(8)
        case 6: self = .fixed(Digest.byteCount)
        case 82, 92, 96, 110, 117: self = .counted(itemByteCount: 1)
        case 59, 95: self = .counted(itemByteCount: 4)
        case 140: self = .counted(itemByteCount: 4 + Digest.byteCount)
        case 141: self = .symbolDefinitions
        default: return nil
        }
    }
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
