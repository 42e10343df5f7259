/// Reads of a record what the fold of a line needs, in one pass over its fields, and skips the rest.
///
/// It takes every record that `RecordDecoder` takes. It does not look into what it skips, so that a
/// text that is no UTF-8 is found by `RecordDecoder` alone.
struct LineEventDecoder: ~Escapable {
    private var reader: ByteReader
    private var event: LineEvent

    @_lifetime(copy record)
    private init(_ record: RawSpan) throws(RecordError) {
        reader = ByteReader(record)
        event = LineEvent(try RecordHead(from: &reader))
    }

    /// The event that a record holds.
    static func decode(_ record: RawSpan) throws(RecordError) -> LineEvent {
        var decoder = try LineEventDecoder(record)
        var previous: UInt8 = 0
        while !decoder.reader.isAtEnd {
            let number = try decoder.reader.read(UInt8.self)
            guard number > previous else { throw .unexpectedField(number) }
            previous = number
            try decoder.take(number)
        }
        return decoder.event
    }

    /// Reads the field with a number, or steps over it.
    ///
    /// One switch for all of them, because it runs for every field of every record of a walk.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func take(_ number: UInt8) throws(RecordError) {
        switch number {
        case 1: event.bundle = try reader.readSymbol()
        case 2: event.account = try reader.readIdentity()
        case 3: event.appTransaction = try reader.readIdentity()
        case 4: event.evidenceSequence = try reader.read(UInt64.self)
        case 7: event.signedDate = try reader.readInstant()
        case 8: event.contentDigest = try reader.read(UInt64.self)
        case 9: event.statedRenewalInfoAccount = try reader.readIdentity()
        case 10: event.transactionID = try reader.readIdentifier()
        case 11: event.originalTransactionID = try reader.readIdentifier()
        case 12: event.webOrderLineItemID = try reader.readIdentifier()
        case 13: event.product = try reader.readSymbol()
        case 14: event.subscriptionGroup = try reader.readSymbol()
        case 15: event.purchaseDate = try reader.readInstant()
        case 17: event.expiresDate = try reader.readInstant()
        case 18: event.quantity = try reader.read(Int32.self)
        case 19: event.productType = try reader.readSymbol()
        case 20: event.ownershipType = try reader.readSymbol()
        case 22: event.revocationDate = try reader.readInstant()
        case 24: event.revocationType = try reader.readSymbol()
        case 25: event.revocationPercentage = try reader.read(Int32.self)
        case 26: event.isUpgraded = try reader.readBool(field: number)
        case 27: event.offerType = try reader.read(Int32.self)
        case 28: event.offerIdentifier = try reader.readSymbol()
        case 35: event.billingPlanType = try reader.readSymbol()
        case 50: event.autoRenewProduct = try reader.readSymbol()
        case 51: event.autoRenewStatus = try reader.read(Int32.self)
        case 52: event.isInBillingRetryPeriod = try reader.readBool(field: number)
        case 53: event.priceIncreaseStatus = try reader.read(Int32.self)
        case 54: event.gracePeriodExpiresDate = try reader.readInstant()
        case 55: event.expirationIntent = try reader.read(Int32.self)
        case 57: event.renewalDate = try reader.readInstant()
        case 58: event.renewalPrice = try reader.read(Int64.self)
        case 61: event.commitmentAutoRenewProduct = try reader.readSymbol()
        case 62: event.commitmentAutoRenewStatus = try reader.read(Int32.self)
        case 80: event.notificationType = try reader.readSymbol()
        case 81: event.subtype = try reader.readSymbol()
        case 83: event.status = try reader.read(Int32.self)
        case 88: event.statedTransactionSequence = try reader.read(UInt64.self)
        case 89: event.statedTransactionSignedDate = try reader.readInstant()
        case 90: event.statedRenewalInfoSequence = try reader.read(UInt64.self)
        case 91: event.statedRenewalInfoSignedDate = try reader.readInstant()
        case 37, 39:
            event.hasCommitmentFields = true
            try reader.skipField(number)
        default: try reader.skipField(number)
        }
    }
}

extension ByteReader {
    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readSymbol() throws(RecordError) -> Symbol {
        Symbol(number: try read(UInt32.self))
    }

    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readIdentity() throws(RecordError) -> IdentityNumber {
        IdentityNumber(number: try read(UInt32.self))
    }

    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readIdentifier() throws(RecordError) -> StoreIdentifier {
        StoreIdentifier(bits: try read(UInt64.self))
    }

    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readInstant() throws(RecordError) -> Instant {
        Instant(millisecondsSince1970: try read(Int64.self))
    }

    @inline(__always)
    @_lifetime(self: copy self)
    fileprivate mutating func readBool(field number: UInt8) throws(RecordError) -> Bool {
        let byte = try read(UInt8.self)
        guard byte <= 1 else { throw .invalidValue(field: number) }
        return byte == 1
    }
}
