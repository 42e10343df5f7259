extension LineState {
    /// Reads what is stored behind a tip, and puts what the tip said where it belongs.
    mutating func readAround(
        _ places: TipPlaces, from reader: inout StateReader, spare: inout [Purchase]
    ) throws(RecordError) {
        guard let tip = purchases.popLast() else { throw StateReader.invalid }
        try readPurchases(around: tip, places, from: &reader, spare: &spare)
        if spare.count < Self.sparePurchaseCountMax { spare.append(tip) }
        try renewals.readAround(places.renewals, from: &reader)
    }

    private mutating func readPurchases(
        around tip: Purchase, _ places: TipPlaces, from reader: inout StateReader,
        spare: inout [Purchase]
    ) throws(RecordError) {
        let count = try reader.readCount()
        guard places.purchase < count else { throw StateReader.invalid }
        purchases.reserveCapacity(count)
        var previous = tip.versions.current
        for index in 0..<count {
            let isTip = index == places.purchase
            let key = isTip ? tip.key : try PurchaseKey(from: &reader)
            var purchase = spare.popLast() ?? Purchase(key: key)
            purchase.key = key
            if isTip {
                try purchase.versions.read(
                    around: tip.versions, places.content, from: &reader, after: &previous)
            } else {
                try purchase.versions.readAll(from: &reader, after: &previous)
            }
            purchases.append(purchase)
        }
    }
}

extension StatementList<PurchaseFacts> {
    /// Reads the versions before the newest one, which the tip had.
    fileprivate mutating func read(
        around tip: StatementList, _ place: Int, from reader: inout StateReader,
        after previous: inout PurchaseFacts?
    ) throws(RecordError) {
        empty()
        let count = try reader.readCount(itemByteCountMin: StateReader.contentByteCountMin)
        guard place <= count, let newest = tip.current, var last = tip.statements.last else {
            throw StateReader.invalid
        }
        reserve(contentCount: count + 1)
        for index in 0...count {
            if index == place {
                appendStored(newest)
            } else {
                let facts = try PurchaseFacts(from: &reader, after: previous)
                appendStored(facts)
                previous = facts
            }
        }
        try readStatements(from: &reader)
        last.content = place
        appendStored(last)
    }
}

extension StatementList<RenewalFacts> {
    /// Reads the renewal infos before the last ones, which the tip had and which are in the list.
    fileprivate mutating func readAround(
        _ places: NumberTable, from reader: inout StateReader
    ) throws(RecordError) {
        let otherCount = try reader.readCount(itemByteCountMin: StateReader.contentByteCountMin)
        let count = otherCount + places.count
        reserve(contentCount: count)
        var next = 0
        var previous = contents.last
        for index in 0..<count {
            if next < places.count, Int(places[next]) == index {
                // Here the tip's next one stands by now.
                next += 1
            } else {
                // With a place that is out of order one more than was written is read.
                guard index - next < otherCount else { throw StateReader.invalid }
                let facts = try RenewalFacts(from: &reader, after: previous)
                insertStored(facts, at: index)
                previous = facts
            }
        }
        moveStatements(to: { Int(places[$0]) })
        let statementCount = try reader.readCount()
        reserve(statementCount: statementCount + statements.count)
        for index in 0..<statementCount { try readStatement(from: &reader, to: index) }
    }
}
