/// What the table keeps of one input that was not taken in, made before the writer's turn.
struct QuarantineEntry: Sendable, Hashable {
    let kind: QuarantinedInput.Kind
    /// Where it stood; none of what is no signed data.
    let shapes: QuarantineShapes
    /// Which of the host's accounts presented it, if one did.
    let presenter: AccountToken?
    /// The reason's name, from a closed list.
    let reason: String
    /// The source and the line; empty where the host gave the input by itself.
    let location: String
    /// The whole input, or as much of it as is kept.
    let bytes: [UInt8]
    /// How many bytes the whole input has.
    let byteCount: UInt64
    /// SHA-256 of the whole input.
    let digest: [UInt8]

    /// Keeps signed data that verification refused.
    init(
        _ input: SignedInput, reason: RefusalReason, location: String,
        presenter: AccountToken? = nil
    ) throws(IntegrityError) {
        try self.init(
            kind: .quarantined, shapes: QuarantineShapes(of: input), presenter: presenter,
            reason: reason.rawValue, location: location, whole: input.joinedBytes)
    }

    /// Keeps an excerpt of input that is no signed data.
    init(
        excerpt: [UInt8], reason: InputRefusal, location: String
    ) throws(IntegrityError) {
        try self.init(
            kind: .refused, shapes: [], presenter: nil, reason: reason.rawValue,
            location: location, whole: excerpt)
    }

    private init(
        kind: QuarantinedInput.Kind, shapes: QuarantineShapes, presenter: AccountToken?,
        reason: String, location: String, whole: [UInt8]
    ) throws(IntegrityError) {
        self.kind = kind
        self.shapes = shapes
        self.presenter = presenter
        self.reason = reason
        self.location = location.suffix(utf8CountMax: QuarantineLimits.locationBytesMax)
        byteCount = UInt64(whole.count)
        digest = try SHA256().digest(whole).bytes
        bytes =
            whole.count <= QuarantineLimits.bytesPerRowMax
            ? whole : Array(whole.prefix(QuarantineLimits.refusedBytesMax))
    }
}

extension String {
    /// The longest end of the text that has at most so many bytes of UTF-8.
    fileprivate func suffix(utf8CountMax: Int) -> String {
        guard utf8.count > utf8CountMax else { return self }
        var scalars = unicodeScalars[...]
        var count = utf8.count
        while count > utf8CountMax, let first = scalars.popFirst() {
            count -= UTF8.width(first)
        }
        return String(scalars)
    }
}
