/// One event as far as the fold of a line can depend on it: plain numbers by the number of their
/// field, so that a walk over the log reads each record into the same memory.
///
/// What `EventFields` holds beyond it (texts, lists, evidence, what only exports print) is skipped.
/// It is lent and not copied on the way: it is larger than what most events say.
struct LineEvent {
    var kind: EventKind
    /// The line that the event is about; nil for events of no line.
    var line: LineNumber?
    var recordedAt: Instant
    var effectiveAt: Instant
    /// Which fields are there.
    private var present = FieldSet()
    /// Those that are not there hold what an event before left.
    private var numbers = InlineArray<92, UInt64>(repeating: 0)

    /// The greatest number of a field that a fold asks for.
    static let fieldNumberMax: UInt8 = 91

    /// Memory for the events that are read into it.
    init() {
        self.init(
            RecordHead(
                kind: .restatement, environment: .none, line: nil, recordedAt: .distantPast,
                effectiveAt: .distantPast))
    }

    /// An event of which nothing but the record's head is known yet.
    init(_ head: RecordHead) {
        kind = head.kind
        line = head.line
        recordedAt = head.recordedAt
        effectiveAt = head.effectiveAt
    }

    /// Begins the next event, of which nothing but the record's head is known yet.
    mutating func begin(_ head: RecordHead) {
        kind = head.kind
        line = head.line
        recordedAt = head.recordedAt
        effectiveAt = head.effectiveAt
        present = FieldSet()
    }
}

/// Numbers of fields from 0 to 127, as bits.
struct FieldSet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    @inline(__always)
    func contains(_ number: UInt8) -> Bool {
        (number < 64 ? low : high) >> UInt64(number & 63) & 1 != 0
    }

    @inline(__always)
    mutating func insert(_ number: UInt8) {
        let bit: UInt64 = 1 << UInt64(number & 63)
        low |= number < 64 ? bit : 0
        high |= number < 64 ? 0 : bit
    }
}

// MARK: - By field number

extension LineEvent {
    /// Takes the number that a record has in a field, as its bytes are.
    @inline(__always)
    mutating func take(_ number: UInt64, field: UInt8) {
        guard field <= Self.fieldNumberMax else { return }
        numbers[Int(field)] = number
        present.insert(field)
    }

    @inline(__always)
    private func number(_ field: UInt8) -> UInt64? {
        present.contains(field) ? numbers[Int(field)] : nil
    }

    @inline(__always)
    private func symbol(_ field: UInt8) -> Symbol? {
        number(field).map { Symbol(number: UInt32(truncatingIfNeeded: $0)) }
    }

    @inline(__always)
    private func identity(_ field: UInt8) -> IdentityNumber? {
        number(field).map { IdentityNumber(number: UInt32(truncatingIfNeeded: $0)) }
    }

    @inline(__always)
    private func identifier(_ field: UInt8) -> StoreIdentifier? {
        number(field).map { StoreIdentifier(bits: $0) }
    }

    @inline(__always)
    private func instant(_ field: UInt8) -> Instant? {
        number(field).map { Instant(millisecondsSince1970: Int64(bitPattern: $0)) }
    }

    @inline(__always)
    private func int32(_ field: UInt8) -> Int32? {
        number(field).map { Int32(truncatingIfNeeded: $0) }
    }

    @inline(__always)
    private func bool(_ field: UInt8) -> Bool? { number(field).map { $0 != 0 } }
}

// MARK: - Identity and evidence

extension LineEvent {
    var bundle: Symbol? { symbol(1) }
    var account: IdentityNumber? { identity(2) }
    var appTransaction: IdentityNumber? { identity(3) }
    var evidenceSequence: UInt64? { number(4) }
    var signedDate: Instant? { instant(7) }
    /// When it was signed, else when it was recorded.
    var statedAt: Instant { signedDate ?? recordedAt }
    var contentDigest: UInt64? { number(8) }
    var statedRenewalInfoAccount: IdentityNumber? { identity(9) }
}

// MARK: - Transaction

extension LineEvent {
    var transactionID: StoreIdentifier? { identifier(10) }
    var originalTransactionID: StoreIdentifier? { identifier(11) }
    var webOrderLineItemID: StoreIdentifier? { identifier(12) }
    var product: Symbol? { symbol(13) }
    var subscriptionGroup: Symbol? { symbol(14) }
    var purchaseDate: Instant? { instant(15) }
    var expiresDate: Instant? { instant(17) }
    var quantity: Int32? { int32(18) }
    var productType: Symbol? { symbol(19) }
    var ownershipType: Symbol? { symbol(20) }
    var revocationDate: Instant? { instant(22) }
    var revocationType: Symbol? { symbol(24) }
    var revocationPercentage: Int32? { int32(25) }
    var isUpgraded: Bool? { bool(26) }
    var offerType: Int32? { int32(27) }
    var offerIdentifier: Symbol? { symbol(28) }
    var billingPlanType: Symbol? { symbol(35) }
    /// Whether a field of a 12-month commitment is there (F26).
    var hasCommitmentFields: Bool { present.contains(37) || present.contains(39) }
}

// MARK: - Renewal info

extension LineEvent {
    var autoRenewProduct: Symbol? { symbol(50) }
    var autoRenewStatus: Int32? { int32(51) }
    var isInBillingRetryPeriod: Bool? { bool(52) }
    var priceIncreaseStatus: Int32? { int32(53) }
    var gracePeriodExpiresDate: Instant? { instant(54) }
    var expirationIntent: Int32? { int32(55) }
    var renewalDate: Instant? { instant(57) }
    var renewalPrice: Int64? { number(58).map { Int64(bitPattern: $0) } }
    var commitmentAutoRenewProduct: Symbol? { symbol(61) }
    var commitmentAutoRenewStatus: Int32? { int32(62) }
}

// MARK: - Notification

extension LineEvent {
    var notificationType: Symbol? { symbol(80) }
    var subtype: Symbol? { symbol(81) }
    var status: Int32? { int32(83) }
    var statedTransactionSequence: UInt64? { number(88) }
    var statedTransactionSignedDate: Instant? { instant(89) }
    var statedRenewalInfoSequence: UInt64? { number(90) }
    var statedRenewalInfoSignedDate: Instant? { instant(91) }

    /// Whether the event states again what an earlier one holds; what it names else follows it.
    func restates(before sequence: UInt64) -> Bool {
        (statedTransactionSequence.map { $0 < sequence } ?? false)
            || (statedRenewalInfoSequence.map { $0 < sequence } ?? false)
    }

    /// Whether the event is the first of what came at once: a notification's own event comes before
    /// those of what it carries.
    func beginsInput(at sequence: UInt64) -> Bool {
        evidenceSequence.map { $0 == sequence } ?? true
    }
}
