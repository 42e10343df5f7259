extension AccountState {
    /// The state as bytes: equal states have equal bytes.
    func encoded() -> [UInt8] {
        var writer = StateWriter()
        writer.write(count: grants.grants.count)
        for grant in grants.grants {
            writer.write(grant.until == nil ? 0 : 1)
            writer.write(sequence: grant.sequence)
            writer.write(grant.entitlement)
            writer.write(grant.from)
            if let until = grant.until { writer.write(until) }
        }
        writer.write(count: grants.ends.count)
        for end in grants.ends {
            Reversal(sequence: end.sequence, reversed: end.reversed, at: end.at).write(to: &writer)
        }
        writer.write(count: changes.count)
        for change in changes { change.write(to: &writer) }
        writer.write(count: reversals.count)
        for reversal in reversals { reversal.write(to: &writer) }
        writer.write(appPurchase == nil ? 0 : 1)
        appPurchase?.write(to: &writer)
        writer.write(count: appPresentations.count)
        for presentation in appPresentations { presentation.write(to: &writer) }
        return writer.finish()
    }

    /// Reads a state that this version of the fold wrote.
    ///
    /// - Throws: `unknownFormat` where another version wrote it; another error for damage.
    init(decoding bytes: RawSpan) throws(RecordError) {
        var reader = try StateReader(bytes)
        var given: [HostGrants.Grant] = []
        for _ in 0..<(try reader.readCount()) {
            let hasEnd = try reader.read() == 1
            given.append(
                HostGrants.Grant(
                    sequence: try reader.readSequence(), entitlement: try reader.readSymbol(),
                    from: try reader.readDate(), until: hasEnd ? try reader.readDate() : nil))
        }
        var ends: [HostGrants.End] = []
        for _ in 0..<(try reader.readCount()) {
            let end = try Reversal(from: &reader)
            ends.append(
                HostGrants.End(sequence: end.sequence, reversed: end.reversed, at: end.at))
        }
        grants = HostGrants(grants: given, ends: ends)
        for _ in 0..<(try reader.readCount()) {
            changes.append(try BalanceChange(from: &reader))
        }
        for _ in 0..<(try reader.readCount()) { reversals.append(try Reversal(from: &reader)) }
        if try reader.read() == 1 { appPurchase = try AppPurchase(from: &reader) }
        for _ in 0..<(try reader.readCount()) {
            appPresentations.append(try AppPresentation(from: &reader))
        }
        guard reader.isAtEnd else { throw StateReader.invalid }
    }
}

extension AccountState.Reversal {
    fileprivate func write(to writer: inout StateWriter) {
        writer.write(sequence: sequence)
        writer.write(sequence: reversed)
        writer.write(at)
    }

    fileprivate init(from reader: inout StateReader) throws(RecordError) {
        sequence = try reader.readSequence()
        reversed = try reader.readSequence()
        at = try reader.readDate()
    }
}

extension AccountState.BalanceChange {
    private static let creditFlag: UInt64 = 1 << 0
    private static let untilFlag: UInt64 = 1 << 1

    fileprivate func write(to writer: inout StateWriter) {
        writer.write((isCredit ? Self.creditFlag : 0) | (until == nil ? 0 : Self.untilFlag))
        writer.write(sequence: sequence)
        writer.write(bytes: key)
        writer.write(currency)
        writer.write(signed: amount)
        writer.write(at)
        if let until { writer.write(until) }
    }

    fileprivate init(from reader: inout StateReader) throws(RecordError) {
        let flags = try reader.read()
        sequence = try reader.readSequence()
        isCredit = flags & Self.creditFlag != 0
        key = try reader.readBytes()
        currency = try reader.readSymbol()
        amount = try reader.readSigned()
        at = try reader.readDate()
        until = flags & Self.untilFlag != 0 ? try reader.readDate() : nil
    }
}
