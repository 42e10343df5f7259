extension LineState {
    private struct Presence: OptionSet {
        var rawValue: UInt64
        static let originalTransactionID = Presence(rawValue: 1 << 0)
        static let lastSignedDate = Presence(rawValue: 1 << 1)
        static let dropped = Presence(rawValue: 1 << 2)
        static let bundle = Presence(rawValue: 1 << 3)
    }

    /// The state as bytes: equal states have equal bytes.
    ///
    /// They begin with the version of the fold.
    func encoded() -> [UInt8] {
        var writer = StateWriter()
        var presence: Presence = []
        if originalTransactionID != nil { presence.insert(.originalTransactionID) }
        if lastSignedDate != nil { presence.insert(.lastSignedDate) }
        if dropped != nil { presence.insert(.dropped) }
        if bundle != nil { presence.insert(.bundle) }
        writer.write(presence.rawValue)
        writer.write(UInt64(line.number))
        if let originalTransactionID { writer.write(originalTransactionID) }
        if let bundle { writer.write(bundle) }
        if let lastSignedDate { writer.write(lastSignedDate) }
        writePurchases(to: &writer)
        var previous: RenewalFacts?
        renewals.write(to: &writer) { content, writer in
            content.write(to: &writer, after: previous)
            previous = content
        }
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
        return writer.finish()
    }

    private func writePurchases(to writer: inout StateWriter) {
        writer.write(count: purchases.count)
        var previous: PurchaseFacts?
        for purchase in purchases {
            writer.write(UInt64(purchase.key.kind.rawValue))
            writer.write(purchase.key.identifier)
            purchase.versions.write(to: &writer) { content, writer in
                content.write(to: &writer, after: previous)
                previous = content
            }
        }
    }

    /// Reads a state that this version of the fold wrote.
    ///
    /// - Throws: `unknownFormat` where another version wrote it; another error for damage.
    init(decoding bytes: RawSpan) throws(RecordError) {
        var reader = try StateReader(bytes)
        let presence = Presence(rawValue: try reader.read())
        self.init(line: LineNumber(number: try reader.readNumber(UInt32.self)))
        originalTransactionID =
            presence.contains(.originalTransactionID) ? try reader.readIdentifier() : nil
        bundle = presence.contains(.bundle) ? try reader.readSymbol() : nil
        lastSignedDate = presence.contains(.lastSignedDate) ? try reader.readDate() : nil
        try readPurchases(from: &reader)
        var contents: [RenewalFacts] = []
        let renewalCount = try reader.readCount(
            itemByteCountMin: StateReader.contentByteCountMin)
        contents.reserveCapacity(renewalCount)
        for _ in 0..<renewalCount {
            contents.append(try RenewalFacts(from: &reader, after: contents.last))
        }
        renewals = try StatementList(contents: contents, statementsFrom: &reader)
        for _ in 0..<(try reader.readCount()) {
            labels.append(try NotificationLabel(from: &reader))
        }
        owners = try OwnerFacts(from: &reader)
        for _ in 0..<(try reader.readCount()) {
            finishes.append(
                Finish(
                    transactionID: try reader.readIdentifier(), at: try reader.readDate(),
                    sequence: try reader.readSequence()))
        }
        dropped = presence.contains(.dropped) ? try DroppedHistory(from: &reader) : nil
        guard reader.isAtEnd else { throw StateReader.invalid }
    }

    private mutating func readPurchases(from reader: inout StateReader) throws(RecordError) {
        var previous: PurchaseFacts?
        let count = try reader.readCount()
        purchases.reserveCapacity(count)
        for _ in 0..<count {
            guard let kind = PurchaseKey.Kind(rawValue: try reader.readNumber(UInt8.self)) else {
                throw StateReader.invalid
            }
            let key = PurchaseKey(kind: kind, identifier: try reader.readIdentifier())
            var contents: [PurchaseFacts] = []
            let count = try reader.readCount(
                itemByteCountMin: StateReader.contentByteCountMin)
            contents.reserveCapacity(count)
            for _ in 0..<count {
                let facts = try PurchaseFacts(from: &reader, after: previous)
                contents.append(facts)
                previous = facts
            }
            var purchase = Purchase(key: key)
            purchase.versions = try StatementList(contents: contents, statementsFrom: &reader)
            purchases.append(purchase)
        }
    }
}

extension DroppedHistory {
    func write(to writer: inout StateWriter) {
        writer.write(lastExpiry == nil ? 0 : 1)
        writer.write(validFrom)
        if let lastExpiry { writer.write(lastExpiry) }
        writer.write(count: keyFingerprints.count)
        var previous: UInt16 = 0
        for fingerprint in keyFingerprints {
            writer.write(UInt64(fingerprint &- previous))
            previous = fingerprint
        }
    }

    init(from reader: inout StateReader) throws(RecordError) {
        let hasExpiry = try reader.read() == 1
        validFrom = try reader.readDate()
        lastExpiry = hasExpiry ? try reader.readDate() : nil
        keyFingerprints = []
        for _ in 0..<(try reader.readCount()) {
            let step = try reader.readNumber(UInt16.self)
            keyFingerprints.append((keyFingerprints.last ?? 0) &+ step)
        }
    }
}
