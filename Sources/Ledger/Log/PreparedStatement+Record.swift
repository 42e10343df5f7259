extension PreparedStatement {
    /// The event that the statement becomes, without what the log gives out.
    func event(_ place: StatementPlace, now: Instant) -> EventFields {
        var event = fields
        event.recordedAt = now
        event.effectiveAt = effectiveAt ?? now
        if place.isReversal {
            event.kind = .reversal
            event.effectiveAt = place.foldDate(of: self, now: now)
        }
        return event
    }

    /// The event that says that held content was signed again, and nothing more.
    func restatement(_ place: StatementPlace, now: Instant) -> EventFields {
        var event = EventFields(
            kind: .restatement, recordedAt: now, effectiveAt: place.foldDate(of: self, now: now))
        event.environment = fields.environment
        event.bundle = fields.bundle
        event.signedDate = fields.signedDate
        return event
    }
}

extension PreparedStatement {
    /// The record that signed bytes make of an event, made again as when it was recorded; what the
    /// log gave out is taken from the record that is there.
    ///
    /// - Parameter held: the record that is there.
    /// - Returns: a record that is equal to `held` where that says what was signed; nil where no
    ///   event of its kind is made of such a statement.
    func record(like held: EventFields) -> EventFields? {
        var place = StatementPlace()
        var record: EventFields
        switch (held.kind, payload) {
        case (.restatement, .transaction), (.restatement, .renewalInfo),
            (.restatement, .appTransaction):
            // Of an app transaction nothing is stated that could be compared with it.
            place.contentRecordedAt = payload == .appTransaction ? nil : held.effectiveAt
            record = restatement(place, now: held.recordedAt)
        case (.reversal, .transaction):
            // Whether the log held a revocation then, the line knows.
            place.isReversal = fields.revocationDate == nil
            record = event(place, now: held.recordedAt)
        case (.transaction, .transaction), (.renewal, .transaction), (.revocation, .transaction),
            (.renewalInfo, .renewalInfo), (.appTransaction, .appTransaction),
            (.notification, .notification):
            record = event(place, now: held.recordedAt)
        default: return nil
        }
        record.takeWhatTheLogGives(from: held)
        return record
    }

    /// Whether a record names customers where the statement does; who they are, numbers do not
    /// tell.
    func namesAsMany(as held: EventFields) -> Bool {
        (held.account == nil) == (token == nil) && (held.appTransaction == nil) == (apple == nil)
    }
}

extension EventFields {
    /// Whether the event tells by reference which facts came with it.
    var states: Bool { kind == .notification || kind == .restatement }

    /// What an event says of a fact that came with it: the event that holds it, when it was signed,
    /// and for whom where it was held before.
    struct Stated: Sendable, Hashable {
        var sequence: UInt64?
        var signedDate: Instant?
        var account: IdentityNumber?
    }

    /// What the event says of a transaction or a renewal info that came with it.
    func stated(_ payload: Submission.Payload) -> Stated {
        switch payload {
        case .transaction:
            Stated(
                sequence: statedTransactionSequence, signedDate: statedTransactionSignedDate,
                account: account)
        case .renewalInfo:
            Stated(
                sequence: statedRenewalInfoSequence, signedDate: statedRenewalInfoSignedDate,
                account: statedRenewalInfoAccount)
        case .notification, .appTransaction: Stated()
        }
    }

    /// Takes over what no signed bytes decide.
    fileprivate mutating func takeWhatTheLogGives(from held: EventFields) {
        line = held.line
        account = held.account
        appTransaction = held.appTransaction
        evidenceSequence = held.evidenceSequence
        evidencePart = held.evidencePart
        evidenceDigest = held.evidenceDigest
        identityDefinitions = held.identityDefinitions
        symbolDefinitions = held.symbolDefinitions
        guard held.states else { return }
        statedRenewalInfoAccount = held.statedRenewalInfoAccount
        statedTransactionSequence = held.statedTransactionSequence
        statedTransactionSignedDate = held.statedTransactionSignedDate
        statedRenewalInfoSequence = held.statedRenewalInfoSequence
        statedRenewalInfoSignedDate = held.statedRenewalInfoSignedDate
    }
}
