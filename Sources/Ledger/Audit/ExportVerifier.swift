/// Checks an export of events against a checkpoint; needs no ledger.
///
/// With the leaves' inputs every cell is compared with what the event's record says, and the leaves
/// make the tree's root. Without them the hashes alone make the root, and a changed cell is not
/// found: whoever made the file may have taken the leaves away for that, so that it has to be
/// allowed. In memory for one row.
public struct ExportVerifier {
    private let isPartial: Bool
    private let needsLeaves: Bool
    private let hasher: MerkleHasher
    private var report: ExportVerification
    /// The right edges of the trees over the leaves and over the column of hashes.
    private var leaves = Edge()
    private var hashes = Edge()
    private var order: RowOrder

    /// The edge of a tree that is made row by row.
    private struct Edge {
        var frontier = MerkleFrontier()
        /// Whether a row had no hash, so that no root can be made.
        var isBroken = false
    }

    /// Says what the export is compared with.
    ///
    /// - Parameters:
    ///   - checkpoint: the checkpoint of the log that was exported.
    ///   - isPartial: whether rows may be missing, and rows behind the checkpoint be there: then each
    ///     row is checked by itself, and the root only if all are there.
    ///   - needsLeaves: whether it is a problem that the rows have no leaves.
    /// - Throws: `VerificationFault` where libcrypto failed.
    public init(
        checkpoint: LedgerCheckpoint, isPartial: Bool = false, needsLeaves: Bool = true
    ) throws {
        do {
            hasher = try MerkleHasher()
        } catch {
            throw VerificationFault(operation: "SHA-256")
        }
        self.isPartial = isPartial
        self.needsLeaves = needsLeaves
        report = ExportVerification(checkpoint: checkpoint)
        order = RowOrder(size: checkpoint.size)
    }

    /// Checks a file, CSV or JSON Lines.
    ///
    /// - Parameter next: reads the next bytes of the file; none at its end.
    /// - Returns: what holds and what does not.
    /// - Throws: what `next` throws, `VerificationFault` where libcrypto failed.
    /// - Complexity: O(bytes), in memory for one row.
    public consuming func verify(
        _ next: () throws -> [UInt8]
    ) throws -> ExportVerification {
        do {
            try withoutActuallyEscaping(next) { next in try read(ExportRowReader(next)) }
            try finish()
        } catch let error as ExportFileError {
            report.add(.unreadable, nil, "row \(report.rows + 1): \(error)")
            report.openQuestions.append("the root: a row cannot be read")
        } catch MerkleError.digestUnavailable {
            throw VerificationFault(operation: "SHA-256")
        }
        return report
    }

    private mutating func read(_ file: ExportRowReader) throws {
        var file = file
        while let cells = try file.next() {
            report.hasLeaves = file.hasLeaves
            try check(cells, columns: file.columns)
        }
        if file.isEmpty, report.checkpoint.size > 0, !isPartial { throw ExportFileError.empty }
        report.hasLeaves = file.hasLeaves
    }

    // MARK: A row

    private mutating func check(_ cells: [ExportCell], columns: [String]) throws {
        report.rows += 1
        let row = ExportRow(cells: cells, columns: columns)
        let sequence = order.take(row["sequence"].integer, row: report.rows)
        let hash = row.leafHash
        if hash == nil {
            report.add(
                .changed, sequence...sequence, column: ExportColumns.leafHash,
                "it is no SHA-256 in hexadecimal digits")
        }
        try append(hash, to: \.hashes)
        guard report.hasLeaves else { return }
        guard let input = row[ExportColumns.leaf].base64 else {
            report.add(
                .changed, sequence...sequence, column: ExportColumns.leaf, "it is no base64")
            return try append(nil, to: \.leaves)
        }
        let leafHash = try hasher.leaf(input.bytes)
        try append(leafHash, to: \.leaves)
        compare(row, sequence: sequence, leafInput: input, leafHash: leafHash)
    }

    /// Compares every cell with what the leaf says.
    private mutating func compare(
        _ row: ExportRow, sequence: UInt64, leafInput: [UInt8], leafHash: MerkleHash
    ) {
        let expected: ExportRow.Expected
        do {
            expected = try ExportRow.expected(
                sequence: sequence, leafInput: leafInput, leafHash: leafHash)
        } catch {
            report.add(
                .changed, sequence...sequence, column: ExportColumns.leaf,
                "it is no event that this release reads")
            return
        }
        report.uncheckedCells += UInt64(expected.uncheckedColumns.count)
        for (index, column) in row.columns.enumerated()
        where column != "sequence" && !expected.uncheckedColumns.contains(column) {
            if !row.cells[index].holds(expected.fields[index]) {
                report.add(
                    .changed, sequence...sequence, column: column,
                    "it is not what the event's leaf says")
            }
        }
    }

    private mutating func append(
        _ hash: MerkleHash?, to edge: WritableKeyPath<ExportVerifier, Edge>
    ) throws {
        guard let hash else {
            self[keyPath: edge].isBroken = true
            return
        }
        // Rows behind the checkpoint are no part of its tree.
        guard self[keyPath: edge].frontier.size < report.checkpoint.size else { return }
        try self[keyPath: edge].frontier.append(hash, hasher: hasher)
    }

    // MARK: The end

    private mutating func finish() throws {
        let isSame = try hasRoot(\.hashes) || (report.hasLeaves && hasRoot(\.leaves))
        report.isRootSame = isSame
        if isSame {
            // All rows are there, in their order: then a wrong sequence is a changed cell.
            for problem in order.changedCells + order.additionsBehind { report.add(problem) }
        } else {
            for problem in isPartial ? order.additions : order.problems { report.add(problem) }
            if order.isWhole { addRootDiffers() } else { leaveRootOpen() }
        }
        addRowsBehind()
        leaveQuestions()
    }

    private func hasRoot(_ edge: KeyPath<ExportVerifier, Edge>) throws -> Bool {
        let edge = self[keyPath: edge]
        guard !edge.isBroken, edge.frontier.size == report.checkpoint.size else { return false }
        return try edge.frontier.root(hasher: hasher) == report.checkpoint.checkpoint.root
    }

    private mutating func addRowsBehind() {
        let size = report.checkpoint.size
        guard order.last > size else { return }
        if isPartial {
            report.openQuestions.append(
                "whether the events behind \(size) are in the log: the checkpoint is older")
        } else {
            report.add(
                .added, (size + 1)...order.last,
                "the checkpoint's log ends before them: added, or recorded after it was signed; "
                    + "give a newer checkpoint, or --partial")
        }
    }

    private mutating func addRootDiffers() {
        report.add(
            .rootDiffers, nil,
            report.hasLeaves && report.problemCount == 0
                ? "the rows agree with their leaves, but they are not those of the checkpoint's "
                    + "log: events were exchanged, renumbered or made up"
                : "the rows are not those of the checkpoint's log")
    }

    private mutating func leaveRootOpen() {
        report.openQuestions.append(
            "the root, for which every event up to \(report.checkpoint.size) is needed, once and in "
                + "order: whether the rows are those of the checkpoint's log cannot be told; export "
                + "with --all-environments and without a range")
    }

    private mutating func leaveQuestions() {
        if !report.hasLeaves, report.rows > 0 {
            report.openQuestions.append(
                "the cells: without leaves only the hashes are compared, and a changed cell is not "
                    + "found")
            if needsLeaves {
                report.add(
                    .leavesMissing, nil,
                    "no cell was compared; export with --leaves, or allow it with --hashes-only")
            }
        }
        if report.uncheckedCells > 0 {
            report.openQuestions.append(
                "the cells that name a person, \(report.uncheckedCells) of them (appAccountToken, "
                    + "renewalInfoAppAccountToken, appTransactionId): no leaf has them")
        }
        if !report.checkpoint.isSignatureChecked {
            report.openQuestions.append(
                "the checkpoint's signature: anybody can have made it; give the ledger's verifier "
                    + "key")
        }
    }
}
