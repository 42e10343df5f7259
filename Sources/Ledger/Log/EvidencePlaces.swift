/// Where the pieces of a row of evidence lie: in the row itself, and in what its frame expands to
/// (`docs/format.md`, "Evidence").
///
/// Nothing in the bytes is trusted. Keep one and use it again: its lists grow once.
struct EvidencePlaces {
    /// Where one signed part lies.
    struct Part {
        var headerNumber: UInt32
        /// In the row.
        var signature: Range<Int>
        /// In what the frame expands to.
        var payload = 0..<0
        /// Which of the holes are the payload's.
        var holes = 0..<0
    }

    /// What a part's payload is made of, in its order.
    enum Piece {
        /// Bytes of what the frame expands to.
        case bytes(Range<Int>)
        /// The whole token of a later part.
        case token(Int)
    }

    private(set) var dictionaryNumber: UInt8 = 0
    /// In the row.
    private(set) var salt = 0..<0
    /// In the row.
    private(set) var frame = 0..<0
    /// How many bytes the frame expands to.
    private(set) var expandedByteCount = 0
    private(set) var parts: [Part] = []
    private(set) var holes: [EvidenceRow.Hole] = []

    /// Reads a row without its seal; `readExpanded` follows.
    ///
    /// - Throws: `EvidenceError.damaged`.
    mutating func readRow(_ row: RawSpan) throws(EvidenceError) {
        parts.removeAll(keepingCapacity: true)
        holes.removeAll(keepingCapacity: true)
        var reader = ByteReader(row)
        do throws(RecordError) {
            let formatVersion = try reader.read(UInt8.self)
            dictionaryNumber = try reader.read(UInt8.self)
            let partCount = Int(try reader.read(UInt8.self))
            guard formatVersion == EvidenceRow.formatVersion,
                (1...Evidence.partCountMax).contains(partCount)
            else { throw RecordError.truncated }
            salt = try reader.place(ofBytes: EvidenceRow.saltByteCount)
            for _ in 0..<partCount {
                let headerNumber = try reader.read(UInt32.self)
                let byteCount = Int(try reader.read(UInt8.self))
                let signature = try reader.place(ofBytes: byteCount)
                parts.append(Part(headerNumber: headerNumber, signature: signature))
            }
            expandedByteCount = Int(try reader.read(UInt32.self))
            frame = try reader.place(ofBytes: reader.remainingByteCount)
        } catch {
            throw .damaged
        }
    }

    /// Reads what the frame of the row expanded to.
    ///
    /// - Throws: `EvidenceError.damaged`.
    mutating func readExpanded(_ bytes: RawSpan) throws(EvidenceError) {
        var reader = ByteReader(bytes)
        // A part stands in one place, so that a damaged row cannot expand without bounds.
        var placed = 0
        do throws(RecordError) {
            for index in parts.indices {
                let firstHole = holes.count
                var lastOffset = 0
                for _ in 0..<(try reader.read(UInt8.self)) {
                    let offset = Int(try reader.read(UInt32.self))
                    let partIndex = Int(try reader.read(UInt8.self))
                    guard partIndex > index, partIndex < parts.count,
                        placed & 1 << partIndex == 0, offset >= lastOffset
                    else { throw RecordError.truncated }
                    placed |= 1 << partIndex
                    lastOffset = offset
                    holes.append(EvidenceRow.Hole(offset: offset, partIndex: partIndex))
                }
                parts[index].holes = firstHole..<holes.count
                let byteCount = try reader.readCount(itemByteCountMin: 1)
                guard lastOffset <= byteCount else { throw RecordError.truncated }
                parts[index].payload = try reader.place(ofBytes: byteCount)
            }
        } catch {
            throw .damaged
        }
        guard reader.isAtEnd else { throw .damaged }
    }

    /// Hands out what a part's payload is made of.
    func forEachPiece(ofPart index: Int, _ body: (Piece) -> Void) {
        let payload = parts[index].payload
        var start = payload.lowerBound
        for hole in holes[parts[index].holes] {
            let end = payload.lowerBound + hole.offset
            body(.bytes(start..<end))
            body(.token(hole.partIndex))
            start = end
        }
        body(.bytes(start..<payload.upperBound))
    }
}

extension ByteReader {
    /// Steps over bytes, and says where they lie.
    @_lifetime(self: copy self)
    fileprivate mutating func place(ofBytes count: Int) throws(RecordError) -> Range<Int> {
        let start = offset
        try skip(count)
        return start..<offset
    }
}
