/// Where in its source an input stood, in every form in which the same bytes came: one byte.
///
/// Where a token stood says what verification asks of it, so a retry asks the same.
struct QuarantineShapes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let notification = QuarantineShapes(rawValue: 1 << 0)
    static let transaction = QuarantineShapes(rawValue: 1 << 1)
    static let renewalInfo = QuarantineShapes(rawValue: 1 << 2)
    static let appTransaction = QuarantineShapes(rawValue: 1 << 3)
    static let unrecognized = QuarantineShapes(rawValue: 1 << 4)

    private static let known: QuarantineShapes = [
        .notification, .transaction, .renewalInfo, .appTransaction, .unrecognized,
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The shape of one input.
    init(of input: SignedInput) {
        self =
            switch input {
            case .notification: .notification
            case .transaction: .transaction
            case .renewalInfo: .renewalInfo
            case .appTransaction: .appTransaction
            case .unrecognized: .unrecognized
            }
    }

    /// Reads the byte back; nil where it has another bit.
    init?(stored byte: UInt8) {
        self.init(rawValue: byte)
        if !Self.known.isSuperset(of: self) { return nil }
    }

    /// The inputs that bytes stood for, one for each shape.
    func inputs(of bytes: [UInt8]) -> [SignedInput] {
        var inputs: [SignedInput] = []
        if contains(.notification) { inputs.append(.notification(bytes)) }
        if contains(.transaction) {
            let parts = bytes.split(
                separator: SignedInput.separator, maxSplits: 1, omittingEmptySubsequences: false)
            inputs.append(
                .transaction(
                    Array(parts[0]), renewalInfo: parts.count > 1 ? Array(parts[1]) : nil))
        }
        if contains(.appTransaction) { inputs.append(.appTransaction(bytes)) }
        if contains(.unrecognized) { inputs.append(.unrecognized(bytes)) }
        if contains(.renewalInfo) { inputs.append(.renewalInfo(bytes)) }
        return inputs
    }
}

extension SignedInput {
    /// What stands between a transaction and the renewal info beside it: a line feed.
    static let separator = UInt8(ascii: "\n")

    /// Every JWS of the input, a line each.
    var joinedBytes: [UInt8] {
        switch self {
        case .notification(let jws), .renewalInfo(let jws), .appTransaction(let jws),
            .unrecognized(let jws):
            jws
        case .transaction(let jws, let renewalInfo):
            jws + (renewalInfo.map { [Self.separator] + $0 } ?? [])
        }
    }

    /// How many bytes of signed data the input holds.
    var byteCount: Int {
        switch self {
        case .notification(let jws), .renewalInfo(let jws), .appTransaction(let jws),
            .unrecognized(let jws):
            jws.count
        case .transaction(let jws, let renewalInfo):
            jws.count + (renewalInfo?.count ?? 0)
        }
    }
}
