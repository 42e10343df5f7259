/// Reads of a record what the fold of a line needs, in one pass over its fields, and skips the
/// rest.
///
/// It takes every record that `RecordDecoder` takes. It does not look into what it skips, so that a
/// text that is no UTF-8 is found by `RecordDecoder` alone.
enum LineEventDecoder {
    /// Reads the event that a record holds in place of the one before.
    ///
    /// Every field that is one number goes where its number says, whatever it means: a jump for
    /// each field of each record of a walk costs more than reading some that no fold asks for.
    static func decode(_ record: RawSpan, into event: inout LineEvent) throws(RecordError) {
        var reader = ByteReader(record)
        event.begin(try RecordHead(from: &reader))
        var previous: UInt8 = 0
        while !reader.isAtEnd {
            let field = try reader.read(UInt8.self)
            guard field > previous else { throw .unexpectedField(field) }
            previous = field
            let byteCount = FieldWidth.numberByteCount(field: field)
            if byteCount == 0 {
                try reader.skipField(field)
                continue
            }
            let number = try reader.readNumber(byteCount: byteCount)
            // Only a boolean has one byte.
            if byteCount == 1, number > 1 { throw .invalidValue(field: field) }
            event.take(number, field: field)
        }
    }
}
