/// What the check of an export of events against a checkpoint came to.
public struct ExportVerification: Sendable, Hashable {
    /// One thing that is not as the checkpoint's log has it.
    public struct Problem: Sendable, Hashable {
        /// The kinds of problems.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A cell is not what the event says.
            case changed
            /// Events are missing.
            case leftOut
            /// A row comes twice, or is behind the checkpoint.
            case added
            /// A row stands behind a later one.
            case moved
            /// The rows are not those of the checkpoint's log, though each may agree with itself.
            case rootDiffers
            /// The rows have no leaves, so that no cell was compared.
            case leavesMissing
            /// A row cannot be read, so that nothing behind it was checked.
            case unreadable
        }

        /// What kind of problem it is.
        public let kind: Kind
        /// The first event that it is about; nil where it is about none.
        public let firstSequence: UInt64?
        /// The last event that it is about.
        public let lastSequence: UInt64?
        /// The column of a changed cell.
        public let column: String?
        /// What is wrong, without the cell's content.
        public let detail: String
    }

    /// The most problems that are listed; more are counted.
    public static let problemsListedMax = 1_000

    /// What the checkpoint states.
    public let checkpoint: LedgerCheckpoint
    /// Rows read.
    public internal(set) var rows: UInt64 = 0
    /// Whether the rows have the leaves' inputs, so that every cell was compared.
    public internal(set) var hasLeaves = false
    /// Whether the rows make the checkpoint's root.
    public internal(set) var isRootSame = false
    /// Cells that name a person and that no leaf can vouch for.
    public internal(set) var uncheckedCells: UInt64 = 0
    /// How many problems there are.
    public internal(set) var problemCount = 0
    /// The problems, up to `problemsListedMax`.
    public internal(set) var problems: [Problem] = []
    /// What was not checked, a sentence each.
    public internal(set) var openQuestions: [String] = []

    init(checkpoint: LedgerCheckpoint) { self.checkpoint = checkpoint }

    /// Whether everything that was checked is as the checkpoint's log has it.
    public var holds: Bool { problemCount == 0 }

    mutating func add(_ problem: Problem) {
        problemCount += 1
        if problems.count < Self.problemsListedMax { problems.append(problem) }
    }

    mutating func add(
        _ kind: Problem.Kind, _ sequences: ClosedRange<UInt64>?, column: String? = nil,
        _ detail: String
    ) {
        add(
            Problem(
                kind: kind, firstSequence: sequences?.lowerBound,
                lastSequence: sequences?.upperBound, column: column, detail: detail))
    }

    /// The report as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("holds", holds)
            json.member("origin", checkpoint.origin)
            json.member("size", checkpoint.size)
            json.member("rows", rows)
            json.member("leaves", hasLeaves)
            json.member("rootSame", isRootSame)
            json.member("uncheckedCells", uncheckedCells)
            json.member("problemCount", problemCount)
            json.array("problems") { json in
                for problem in problems {
                    json.object { json in
                        json.member("kind", problem.kind.rawValue)
                        json.member("firstSequence", problem.firstSequence)
                        json.member("lastSequence", problem.lastSequence)
                        json.member("column", problem.column)
                        json.member("detail", problem.detail)
                    }
                }
            }
            json.array("notChecked") { json in
                for question in openQuestions { json.element(question) }
            }
        }
        return json.bytes
    }
}
