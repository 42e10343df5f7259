/// Where what a stored tip says belongs in the whole state.
struct TipPlaces {
    /// Place of the purchase among the line's.
    var purchase = 0
    /// Place of its newest content among its contents.
    var content = 0
    /// Of each renewal info's content in the tip its place among all, ascending.
    var renewals = NumberTable()
    /// The one account that the line can belong to.
    var owner: IdentityNumber?
}

extension LineState {
    /// Writes a tip: the newest version of its purchase, then its renewal infos.
    func write(_ tip: LineTip, to writer: inout StateWriter) {
        writer.write(tip.owner == nil ? 0 : 1)
        if let owner = tip.owner { writer.write(owner) }
        let purchase = purchases[tip.purchase]
        guard var last = purchase.versions.statements.last else { return }
        let facts = purchase.versions.content(of: last)
        writer.write(count: tip.purchase)
        purchase.key.write(to: &writer)
        writer.write(count: last.content)
        facts.write(to: &writer, after: nil)
        last.content = 0
        last.write(to: &writer, contentSequence: facts.sequence)
        writeRenewals(from: tip.renewalStart, to: &writer)
    }

    /// The contents with their places, then the statements, each with its content's place among
    /// these.
    private func writeRenewals(from start: Int, to writer: inout StateWriter) {
        let places = renewalPlaces(from: start)
        writer.write(count: places.count)
        var previous: RenewalFacts?
        for index in 0..<places.count {
            let place = Int(places[index])
            writer.write(count: place)
            renewals.contents[place].write(to: &writer, after: previous)
            previous = renewals.contents[place]
        }
        writer.write(count: renewals.statements.count - start)
        for var statement in renewals.statements[start...] {
            let sequence = renewals.contents[statement.content].sequence
            statement.content = places.firstIndex(of: UInt32(clamping: statement.content)) ?? 0
            statement.write(to: &writer, contentSequence: sequence)
        }
    }

    /// The places of the contents that the renewal infos from one on need, ascending.
    func renewalPlaces(from start: Int) -> NumberTable {
        var places = NumberTable()
        for statement in renewals.statements[start...] {
            places.insert(ascending: UInt32(clamping: statement.content))
        }
        return places
    }

    /// Reads a tip into the empty lists, as if it were all that there is.
    mutating func readTip(
        from reader: inout StateReader, spare: inout [Purchase]
    ) throws(RecordError) -> TipPlaces {
        var places = TipPlaces()
        if try reader.read() == 1 { places.owner = try reader.readAccount() }
        places.purchase = try reader.readNumber(Int.self)
        let key = try PurchaseKey(from: &reader)
        var purchase = spare.popLast() ?? Purchase(key: key)
        purchase.key = key
        purchase.versions.empty()
        places.content = try reader.readNumber(Int.self)
        purchase.versions.appendStored(try PurchaseFacts(from: &reader, after: nil))
        try purchase.versions.readStatement(from: &reader)
        purchases.append(purchase)
        let count = try reader.readCount(itemByteCountMin: StateReader.contentByteCountMin)
        for _ in 0..<count {
            places.renewals.append(try reader.readNumber(UInt32.self))
            renewals.appendStored(
                try RenewalFacts(from: &reader, after: renewals.contents.last))
        }
        try renewals.readStatements(from: &reader)
        return places
    }

    /// Makes the tip that was read a state that answers from its instant on.
    mutating func standAlone(_ places: TipPlaces, from validFrom: Instant) {
        dropped = DroppedHistory(validFrom: validFrom, lastExpiry: nil, keyFingerprints: [])
        guard let owner = places.owner else { return }
        // Of its claim the owner is all that can matter: there is no other account.
        owners.retainedClaims.append(
            TokenClaim(
                signedDate: .distantPast, isRenewalInfo: false, digest: 0, account: owner,
                sequence: 0))
    }
}

extension PurchaseKey {
    func write(to writer: inout StateWriter) {
        writer.write(UInt64(kind.rawValue))
        writer.write(identifier)
    }

    init(from reader: inout StateReader) throws(RecordError) {
        guard let kind = Kind(rawValue: try reader.readNumber(UInt8.self)) else {
            throw StateReader.invalid
        }
        self.init(kind: kind, identifier: try reader.readIdentifier())
    }
}
