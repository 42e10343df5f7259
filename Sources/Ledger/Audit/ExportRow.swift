/// A row of an export of events that is read back.
struct ExportRow {
    let cells: [ExportCell]
    let columns: [String]

    /// The cell of a column.
    subscript(column: String) -> ExportCell {
        columns.firstIndex(of: column).map { cells[$0] } ?? .absent
    }

    /// The hash in the column of hashes; nil where it is none.
    var leafHash: MerkleHash? {
        let text: [UInt8]
        switch self[ExportColumns.leafHash] {
        case .csv(let bytes): text = bytes
        case .string(let string): text = Array(string.utf8)
        default: return nil
        }
        return MerkleHash(hexadecimal: text)
    }

    /// What a leaf says about a row.
    struct Expected {
        /// A value for each column, that of the leaf included.
        var fields: [CSVField]
        /// Columns of people that the event names: only the ledger knows by what.
        var uncheckedColumns: Set<String>
    }

    /// The row that an export writes for an event, as its leaf tells it.
    ///
    /// - Throws: `ProofError`, `RecordError` when the leaf is no event.
    static func expected(
        sequence: UInt64, leafInput: [UInt8], leafHash: MerkleHash
    ) throws -> Expected {
        let event = try LoggedEvent(leafInput: leafInput)
        let recorded = try RecordedEvent(
            event.fields, sequence: sequence,
            names: EventNames(symbol: event.text, identity: { _ in nil }))
        var unchecked: Set<String> = []
        if event.fields.account != nil { unchecked.insert("appAccountToken") }
        if event.fields.statedRenewalInfoAccount != nil {
            unchecked.insert("renewalInfoAppAccountToken")
        }
        if event.fields.appTransaction != nil { unchecked.insert("appTransactionId") }
        return Expected(
            fields: ExportColumns.eventRow(recorded, leafHash: leafHash, leafInput: leafInput),
            uncheckedColumns: unchecked)
    }
}

extension MerkleHash {
    /// The hash that 64 lower-case hexadecimal digits are.
    init?(hexadecimal text: [UInt8]) {
        guard text.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: text.count, by: 2) {
            guard let high = Self.digit(text[place]), let low = Self.digit(text[place + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.init(bytes)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The hash in 64 lower-case hexadecimal digits.
    var hexadecimal: String { Hexadecimal.text(of: bytes) }

    /// Appends the same digits; allocates only where `text` must grow.
    func appendHexadecimal(to text: inout [UInt8]) {
        unsafe withUnsafeBytes(of: self) { bytes in
            for index in bytes.indices { unsafe Hexadecimal.append(bytes[index], to: &text) }
        }
    }
}

/// Whether rows come in the order of their sequences, each once.
///
/// What a wrong sequence means is known at the end only: where the root is right, every row is in
/// its place and the cell was changed; else rows were left out, added or moved.
struct RowOrder {
    private typealias Problem = ExportVerification.Problem

    /// The highest sequence so far.
    private(set) var last: UInt64 = 0
    /// Cells that are not their row's place.
    private(set) var changedCells: [ExportVerification.Problem] = []
    /// Rows that come twice, or have no sequence.
    private(set) var additions: [ExportVerification.Problem] = []
    /// Those of them that are behind the checkpoint's rows.
    private(set) var additionsBehind: [ExportVerification.Problem] = []
    private var moves: [ExportVerification.Problem] = []
    /// Sequences that no row has so far, in order.
    private var gaps: [ClosedRange<UInt64>] = []
    /// Gaps that were not remembered.
    private var hasForgottenGaps = false
    /// How many events the checkpoint states.
    private let size: UInt64

    init(size: UInt64) { self.size = size }

    /// Whether every event that the checkpoint states has one row, in its place.
    var isWhole: Bool {
        !hasForgottenGaps && last >= size && !gaps.contains { $0.lowerBound <= size }
            && moves.isEmpty && additions.isEmpty
    }

    /// Takes the next row's sequence; an unreadable one stands for its place.
    ///
    /// - Returns: the sequence under which to tell of the row.
    mutating func take(_ sequence: UInt64?, row: UInt64) -> UInt64 {
        if sequence != row, row <= size {
            Self.add(
                .changed, row, column: "sequence", "it is not the row's place", to: &changedCells)
        }
        guard let sequence, sequence > 0, sequence <= MerkleLimits.leafCountMax else {
            let place = last < MerkleLimits.leafCountMax ? last + 1 : last
            last = place
            addAddition(.changed, place, row: row, column: "sequence", "it is no sequence")
            return place
        }
        if sequence > last {
            if sequence > last + 1 { addGap((last + 1)...(sequence - 1)) }
            last = sequence
        } else if fill(sequence) {
            Self.add(.moved, sequence, "its row stands behind that of a later event", to: &moves)
        } else {
            addAddition(.added, sequence, row: row, "more than one row is of this event")
        }
        return sequence
    }

    /// What is wrong with the order, where the root is not right.
    var problems: [ExportVerification.Problem] {
        var missing = gaps.filter { $0.lowerBound <= size }
        if last < size { missing.append((last + 1)...size) }
        var leftOut: [Problem] = []
        for gap in missing {
            leftOut.append(
                Problem(
                    kind: .leftOut, firstSequence: gap.lowerBound,
                    lastSequence: min(gap.upperBound, size), column: nil,
                    detail: "no row is of these events: left out, or of another environment or "
                        + "range"))
        }
        if hasForgottenGaps {
            leftOut.append(
                Problem(
                    kind: .leftOut, firstSequence: nil, lastSequence: nil, column: nil,
                    detail: "more events have no row than are listed"))
        }
        return leftOut + moves + additions
    }

    private mutating func addAddition(
        _ kind: ExportVerification.Problem.Kind, _ sequence: UInt64, row: UInt64,
        column: String? = nil, _ detail: String
    ) {
        Self.add(kind, sequence, column: column, detail, to: &additions)
        if row > size { Self.add(kind, sequence, column: column, detail, to: &additionsBehind) }
    }

    private mutating func addGap(_ gap: ClosedRange<UInt64>) {
        guard gaps.count < ExportVerificationLimits.orderProblemsMax else {
            hasForgottenGaps = true
            return
        }
        gaps.append(gap)
    }

    /// Takes a sequence out of the gap that has it; false where none has.
    private mutating func fill(_ sequence: UInt64) -> Bool {
        guard let index = gaps.firstIndex(where: { $0.contains(sequence) }) else { return false }
        let gap = gaps.remove(at: index)
        if sequence < gap.upperBound { gaps.insert((sequence + 1)...gap.upperBound, at: index) }
        if sequence > gap.lowerBound { gaps.insert(gap.lowerBound...(sequence - 1), at: index) }
        return true
    }

    private static func add(
        _ kind: ExportVerification.Problem.Kind, _ sequence: UInt64, column: String? = nil,
        _ detail: String, to problems: inout [ExportVerification.Problem]
    ) {
        guard problems.count < ExportVerificationLimits.orderProblemsMax else { return }
        problems.append(
            Problem(
                kind: kind, firstSequence: sequence, lastSequence: sequence, column: column,
                detail: detail))
    }
}
