extension OwnerFacts {
    func write(to writer: inout StateWriter) {
        writer.write(count: retainedClaims.count)
        for claim in retainedClaims {
            writer.write(claim.isRenewalInfo ? 1 : 0)
            writer.write(claim.signedDate)
            writer.write(digest: claim.digest)
            writer.write(claim.account)
            writer.write(sequence: claim.sequence)
        }
        for events in [presentations, assignments, erasures] {
            writer.write(count: events.count)
            for event in events { event.write(to: &writer) }
        }
        writer.write(count: appTransactions.count)
        for identity in appTransactions { writer.write(identity) }
    }

    /// Empties every list; they keep their memory.
    mutating func empty() {
        retainedClaims.empty()
        presentations.empty()
        assignments.empty()
        erasures.empty()
        appTransactions.empty()
    }

    /// Reads what was written into the empty lists.
    mutating func read(from reader: inout StateReader) throws(RecordError) {
        for _ in 0..<(try reader.readCount()) {
            let isRenewalInfo = try reader.read() == 1
            retainedClaims.append(
                TokenClaim(
                    signedDate: try reader.readDate(), isRenewalInfo: isRenewalInfo,
                    digest: try reader.readDigest(), account: try reader.readAccount(),
                    sequence: try reader.readSequence()))
        }
        try Self.readEvents(from: &reader, into: &presentations)
        try Self.readEvents(from: &reader, into: &assignments)
        try Self.readEvents(from: &reader, into: &erasures)
        for _ in 0..<(try reader.readCount()) { appTransactions.append(try reader.readAccount()) }
    }

    private static func readEvents(
        from reader: inout StateReader, into events: inout [AccountEvent]
    ) throws(RecordError) {
        for _ in 0..<(try reader.readCount()) { events.append(try AccountEvent(from: &reader)) }
    }
}

extension AccountEvent {
    func write(to writer: inout StateWriter) {
        writer.write(account == nil ? 0 : 1)
        writer.write(at)
        writer.write(sequence: sequence)
        if let account { writer.write(account) }
    }

    init(from reader: inout StateReader) throws(RecordError) {
        let hasAccount = try reader.read() == 1
        at = try reader.readDate()
        sequence = try reader.readSequence()
        account = hasAccount ? try reader.readAccount() : nil
    }
}
