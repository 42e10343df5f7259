extension LineState {
    private struct Presence: OptionSet {
        var rawValue: UInt64
        static let originalTransactionID = Presence(rawValue: 1 << 0)
        static let lastSignedDate = Presence(rawValue: 1 << 1)
        static let dropped = Presence(rawValue: 1 << 2)
        static let bundle = Presence(rawValue: 1 << 3)
        static let tip = Presence(rawValue: 1 << 4)
        static let quietFrom = Presence(rawValue: 1 << 5)
        static let neverGrants = Presence(rawValue: 1 << 6)
    }

    /// The state as bytes: equal states have equal bytes.
    ///
    /// They begin with the version of the fold and with when the line is quiet, and where it is
    /// plain with its tip; what the tip holds is not written again.
    func encoded() -> [UInt8] {
        var writer = StateWriter()
        write(to: &writer)
        return writer.finish()
    }

    /// Writes the state's bytes.
    func write(to writer: inout StateWriter) {
        let tip = tip
        let quietFrom = quietFrom
        var presence: Presence = []
        if originalTransactionID != nil { presence.insert(.originalTransactionID) }
        if lastSignedDate != nil { presence.insert(.lastSignedDate) }
        if dropped != nil { presence.insert(.dropped) }
        if bundle != nil { presence.insert(.bundle) }
        if tip != nil { presence.insert(.tip) }
        if quietFrom == .distantPast {
            presence.insert(.neverGrants)
        } else if quietFrom != nil {
            presence.insert(.quietFrom)
        }
        writer.writeFront(
            presence.rawValue, presence.contains(.quietFrom) ? quietFrom : nil)
        writer.write(UInt64(line.number))
        if let originalTransactionID { writer.write(originalTransactionID) }
        if let bundle { writer.write(bundle) }
        if let tip { write(tip, to: &writer) }
        if let lastSignedDate { writer.write(lastSignedDate) }
        writePurchases(besides: tip, to: &writer)
        writeRenewals(besides: tip, to: &writer)
        writer.write(count: labels.count)
        for label in labels { label.write(to: &writer) }
        owners.write(to: &writer)
        writer.write(count: finishes.count)
        for finish in finishes {
            writer.write(finish.transactionID)
            writer.write(finish.at)
            writer.write(sequence: finish.sequence)
        }
        dropped?.write(to: &writer)
    }

    private func writePurchases(besides tip: LineTip?, to writer: inout StateWriter) {
        writer.write(count: purchases.count)
        var previous = tip.flatMap { purchases[$0.purchase].versions.current }
        for index in purchases.indices {
            let isTip = tip?.purchase == index
            if !isTip { purchases[index].key.write(to: &writer) }
            let versions = purchases[index].versions
            let written = isTip ? versions.statements.last?.content : nil
            writer.write(count: versions.contents.count - (written == nil ? 0 : 1))
            for place in versions.contents.indices where place != written {
                versions.contents[place].write(to: &writer, after: previous)
                previous = versions.contents[place]
            }
            versions.writeStatements(versions.statements.dropLast(isTip ? 1 : 0), &writer)
        }
    }

    private func writeRenewals(besides tip: LineTip?, to writer: inout StateWriter) {
        let start = tip?.renewalStart ?? renewals.statements.count
        let written = renewalPlaces(from: start)
        writer.write(count: renewals.contents.count - written.count)
        var previous = written.last.map { renewals.contents[Int($0)] }
        for place in renewals.contents.indices
        where written.firstIndex(of: UInt32(clamping: place)) == nil {
            renewals.contents[place].write(to: &writer, after: previous)
            previous = renewals.contents[place]
        }
        renewals.writeStatements(renewals.statements[..<start], &writer)
    }

    /// Reads a state that this version of the fold wrote.
    ///
    /// - Throws: `unknownFormat` where another version wrote it; another error for damage.
    init(decoding bytes: RawSpan) throws(RecordError) {
        var spare: [Purchase] = []
        self.init(line: LineNumber(number: 0))
        try decode(bytes, for: .anything, spare: &spare)
    }

    /// What a stored state is read for.
    enum Purpose {
        case anything
        /// For answers at one instant: where the tip gives them, nothing else is read.
        ///
        /// The state cannot be told whether it may apply an event, because the keys of what it has
        /// dropped are not read: one for each period that there ever was.
        case answers(at: Instant)
    }

    /// Reads a state in place of this one, into the memory that this one has.
    ///
    /// - Parameters:
    ///   - bytes: the stored state.
    ///   - purpose: what for; it says how much is read.
    ///   - spare: purchases that the state before had and this one has not, for the next one.
    /// - Throws: as `init(decoding:)`; the state is worthless then.
    mutating func decode(
        _ bytes: RawSpan, for purpose: Purpose, spare: inout [Purchase]
    ) throws(RecordError) {
        empty(spare: &spare)
        var reader = try StateReader(beforeTable: bytes)
        let (presence, _) = try Self.readFront(&reader)
        try reader.readTable()
        line = LineNumber(number: try reader.readNumber(UInt32.self))
        originalTransactionID =
            presence.contains(.originalTransactionID) ? try reader.readIdentifier() : nil
        bundle = presence.contains(.bundle) ? try reader.readSymbol() : nil
        let hasSigned = presence.contains(.lastSignedDate)
        if presence.contains(.tip) {
            let places = try readTip(from: &reader, spare: &spare)
            lastSignedDate = hasSigned ? try reader.readDate() : nil
            let validFrom = Self.tipValidFrom(of: purchases[0], lastSigned: lastSignedDate)
            if case .answers(let instant) = purpose, validFrom <= instant {
                standAlone(places, from: validFrom)
                return
            }
            try readAround(places, from: &reader, spare: &spare)
        } else {
            lastSignedDate = hasSigned ? try reader.readDate() : nil
            try readPurchases(from: &reader, spare: &spare)
            try readRenewals(from: &reader)
        }
        try readRest(from: &reader, hasDropped: presence.contains(.dropped), purpose)
    }

    /// From when on a stored line is quiet (`quietFrom`): its first bytes say so.
    static func quietFrom(stored bytes: RawSpan) throws(RecordError) -> Instant? {
        var reader = try StateReader(beforeTable: bytes)
        return try readFront(&reader).quietFrom
    }

    @inline(__always)
    private static func readFront(
        _ reader: inout StateReader
    ) throws(RecordError) -> (presence: Presence, quietFrom: Instant?) {
        let presence = Presence(rawValue: try reader.read())
        if presence.contains(.neverGrants) { return (presence, .distantPast) }
        return (presence, presence.contains(.quietFrom) ? try reader.readDate() : nil)
    }

    private mutating func readRest(
        from reader: inout StateReader, hasDropped: Bool, _ purpose: Purpose
    ) throws(RecordError) {
        for _ in 0..<(try reader.readCount()) {
            labels.append(try NotificationLabel(from: &reader))
        }
        try owners.read(from: &reader)
        for _ in 0..<(try reader.readCount()) {
            finishes.append(
                Finish(
                    transactionID: try reader.readIdentifier(), at: try reader.readDate(),
                    sequence: try reader.readSequence()))
        }
        var keys: [UInt16] = []
        if var held = dropped.take() { swap(&keys, &held.keyFingerprints) }
        keys.empty()
        dropped = hasDropped ? try DroppedHistory(from: &reader, keysInto: keys) : nil
        if hasDropped, case .answers = purpose { return }
        try dropped?.readKeyFingerprints(from: &reader)
        guard reader.isAtEnd else { throw StateReader.invalid }
    }

    /// How many purchases are kept for the next line: 16; a head has few, a whole history may have
    /// any number.
    static let sparePurchaseCountMax = 16

    /// Makes the state that of a line without an event, in the memory that it has.
    mutating func begin(_ line: LineNumber, spare: inout [Purchase]) {
        empty(spare: &spare)
        self.line = line
        (originalTransactionID, bundle, lastSignedDate, dropped) = (nil, nil, nil, nil)
    }

    private mutating func empty(spare: inout [Purchase]) {
        while let purchase = purchases.popLast() {
            if spare.count < Self.sparePurchaseCountMax { spare.append(purchase) }
        }
        renewals.empty()
        labels.empty()
        owners.empty()
        finishes.empty()
    }

    private mutating func readRenewals(from reader: inout StateReader) throws(RecordError) {
        let count = try reader.readCount(itemByteCountMin: StateReader.contentByteCountMin)
        renewals.reserve(contentCount: count)
        for _ in 0..<count {
            renewals.appendStored(
                try RenewalFacts(from: &reader, after: renewals.contents.last))
        }
        try renewals.readStatements(from: &reader)
    }

    private mutating func readPurchases(
        from reader: inout StateReader, spare: inout [Purchase]
    ) throws(RecordError) {
        var previous: PurchaseFacts?
        let count = try reader.readCount()
        purchases.reserveCapacity(count)
        for _ in 0..<count {
            let key = try PurchaseKey(from: &reader)
            var purchase = spare.popLast() ?? Purchase(key: key)
            purchase.key = key
            try purchase.versions.readAll(from: &reader, after: &previous)
            purchases.append(purchase)
        }
    }
}

extension StatementList<PurchaseFacts> {
    /// Reads contents and statements in place of those that the list has.
    mutating func readAll(
        from reader: inout StateReader, after previous: inout PurchaseFacts?
    ) throws(RecordError) {
        empty()
        let count = try reader.readCount(itemByteCountMin: StateReader.contentByteCountMin)
        reserve(contentCount: count)
        for _ in 0..<count {
            let facts = try PurchaseFacts(from: &reader, after: previous)
            appendStored(facts)
            previous = facts
        }
        try readStatements(from: &reader)
    }
}
