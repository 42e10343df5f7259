/// What became of inputs of the quarantine that were tried again.
public struct QuarantineRetryReport: Sendable, Hashable {
    /// What became of those that were verified again; `read` counts them.
    ///
    /// A problem's input is `quarantine:` with the row's number.
    public var inputs = IngestReport()
    /// Rows that could not be tried: no signed data, kept in part, or not there.
    public var notRetried = 0

    /// Why a row could not be tried.
    enum Obstacle: String, Sendable {
        /// It is no signed data, so there is nothing to verify.
        case notSignedData
        /// Only its first bytes are kept: it is longer than anything that can verify.
        case keptInPart
        /// The quarantine holds no such row, or not any more.
        case noSuchRow
    }

    /// Begins with nothing.
    public init() {}

    /// Counts a row that could not be tried.
    mutating func add(_ obstacle: Obstacle, ofRow number: UInt64) {
        notRetried += 1
        inputs.list(Self.name(number), "notRetried", obstacle.rawValue)
    }

    /// Counts what became of a row; the accounts that presented it are one input.
    mutating func add(_ outcomes: [IngestOutcome], ofRow number: UInt64) {
        guard var whole = outcomes.first else { return }
        for next in outcomes.dropFirst() {
            if case .appended(let first, let last) = next.ending {
                if case .appended(let earlier, _) = whole.ending {
                    whole.ending = .appended(first: earlier, last: last)
                } else {
                    whole.ending = .appended(first: first, last: last)
                }
            }
            whole.claim = whole.claim ?? next.claim
        }
        inputs.add(whole, at: Self.name(number))
    }

    private static func name(_ number: UInt64) -> String { "quarantine:\(number)" }

    /// The report as one JSON object: that of `ingest`, and `notRetried`.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            inputs.write(to: &json)
            json.member("notRetried", notRetried)
        }
        return json.bytes
    }
}
