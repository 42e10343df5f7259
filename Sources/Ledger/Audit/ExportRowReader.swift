/// What an export that is read back may have at most.
enum ExportVerificationLimits {
    /// The longest row, in bytes: room for the largest catalog, as text and in its leaf.
    static let rowBytesMax = 32 * 1024 * 1024
    /// The most problems of the order of rows that are remembered until the root is known.
    static let orderProblemsMax = ExportVerification.problemsListedMax
}

/// Why the file of an export cannot be read.
enum ExportFileError: Error, Sendable, Hashable {
    /// A row is longer than `ExportVerificationLimits.rowBytesMax`.
    case rowTooLong
    /// The first row is not the columns that this release exports.
    case otherColumns
    /// The file has no bytes, and the log has events.
    case empty
    /// The file is neither CSV nor JSON Lines, or it was cut.
    case malformed
    /// A row has more or fewer cells than there are columns.
    case wrongCellCount
    /// An object has a member that is no column.
    case unknownColumn
}

extension ExportFileError: CustomStringConvertible {
    /// What is wrong and what to do.
    var description: String {
        switch self {
        case .rowTooLong: "a row is longer than any export's; give the right file"
        case .otherColumns:
            "the columns are not those of export events; give the whole file, or use the release "
                + "that made it"
        case .empty: "the file is empty; give the right one, or make it again"
        case .malformed: "it is not the CSV or the JSON Lines of an export, or it was cut"
        case .wrongCellCount: "a row has more or fewer cells than there are columns"
        case .unknownColumn: "a row has a member that is no column"
        }
    }
}

/// Reads the rows of an export of events, CSV or JSON Lines, in memory for one row.
///
/// Nothing in the file is trusted.
struct ExportRowReader {
    /// Reads the next bytes of the file; none at its end.
    typealias Source = () throws -> [UInt8]

    private let source: Source
    private var chunk: [UInt8] = []
    private var position = 0
    private var isCSV: Bool?
    /// The columns, with that of the leaves where the file has it.
    private(set) var columns = ExportColumns.columns(of: .events)
    private(set) var hasLeaves = false
    /// Whether nothing was read.
    var isEmpty: Bool { isCSV == nil }

    init(_ source: @escaping Source) { self.source = source }

    /// The next row's cells, in the order of the columns; nil at the end of the file.
    ///
    /// - Throws: `ExportFileError`, and what the source throws.
    mutating func next() throws -> [ExportCell]? {
        let isFirst = isCSV == nil
        if isFirst {
            guard let byte = try peek() else { return nil }
            isCSV = byte != UInt8(ascii: "{")
            if isCSV == true { try readHeader() }
        }
        guard isCSV == true else { return try nextObject(isFirst: isFirst) }
        guard let cells = try nextCells() else { return nil }
        guard cells.count == columns.count else { throw ExportFileError.wrongCellCount }
        return cells.map { .csv($0) }
    }

    private mutating func peek() throws -> UInt8? {
        if position == chunk.count {
            chunk = try source()
            position = 0
        }
        return position < chunk.count ? chunk[position] : nil
    }

    private mutating func pop() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        return byte
    }

    // MARK: CSV

    private mutating func readHeader() throws {
        let names = try nextCells()?.map { String(decoding: $0, as: UTF8.self) }
        if names == columns { return }
        columns.append(ExportColumns.leaf)
        hasLeaves = true
        guard names == columns else { throw ExportFileError.otherColumns }
    }

    /// The cells of a row of RFC 4180, without quotes; a row may end with LF alone.
    private mutating func nextCells() throws -> [[UInt8]]? {
        guard try peek() != nil else { return nil }
        var cells: [[UInt8]] = []
        var byteCount = 0
        while true {
            let (cell, isLast) = try nextCell(byteCountMax: Self.rowBytesMax - byteCount)
            byteCount += cell.count
            cells.append(cell)
            if isLast { return cells }
            guard cells.count <= columns.count else { throw ExportFileError.wrongCellCount }
        }
    }

    private static let rowBytesMax = ExportVerificationLimits.rowBytesMax

    private mutating func nextCell(byteCountMax: Int) throws -> (cell: [UInt8], isLast: Bool) {
        var cell: [UInt8] = []
        if try peek() == UInt8(ascii: "\"") {
            position += 1
            try readQuoted(into: &cell, byteCountMax: byteCountMax)
            return (cell, try readEndOfCell())
        }
        while let byte = try peek() {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return (cell, try readEndOfCell())
            case UInt8(ascii: "\""): throw ExportFileError.malformed
            default:
                guard cell.count < byteCountMax else { throw ExportFileError.rowTooLong }
                cell.append(byte)
                position += 1
            }
        }
        return (cell, true)
    }

    /// Reads up to the quote that ends a cell.
    private mutating func readQuoted(into cell: inout [UInt8], byteCountMax: Int) throws {
        while let byte = try pop() {
            if byte == UInt8(ascii: "\"") {
                guard try peek() == byte else { return }
                position += 1
            }
            guard cell.count < byteCountMax else { throw ExportFileError.rowTooLong }
            cell.append(byte)
        }
        throw ExportFileError.malformed
    }

    /// Reads what stands behind a cell; true where the row ends.
    private mutating func readEndOfCell() throws -> Bool {
        switch try pop() {
        case nil, UInt8(ascii: "\n"): return true
        case UInt8(ascii: ","): return false
        case UInt8(ascii: "\r") where try pop() == UInt8(ascii: "\n"): return true
        default: throw ExportFileError.malformed
        }
    }

    // MARK: JSON Lines

    private mutating func nextObject(isFirst: Bool) throws -> [ExportCell]? {
        guard try peek() != nil else { return nil }
        var line: [UInt8] = []
        while let byte = try pop(), byte != UInt8(ascii: "\n") {
            guard line.count < Self.rowBytesMax else { throw ExportFileError.rowTooLong }
            line.append(byte)
        }
        let members: [String: ExportCell]
        do {
            members = try Self.members(of: line, countMax: columns.count + 1)
        } catch is JSONError {
            throw ExportFileError.malformed
        }
        if isFirst, members[ExportColumns.leaf] != nil {
            columns.append(ExportColumns.leaf)
            hasLeaves = true
        }
        let cells = columns.map { members[$0] ?? .absent }
        // A name that is no column is left over.
        guard cells.count(where: { $0 != .absent }) == members.count else {
            throw ExportFileError.unknownColumn
        }
        return cells
    }

    private static func members(
        of line: [UInt8], countMax: Int
    ) throws -> [String: ExportCell] {
        var members: [String: ExportCell] = [:]
        var reader = JSONReader(line.span)
        try reader.enter("{")
        if try !reader.takes("}") {
            repeat {
                guard members.count < countMax else { throw JSONError.limit }
                let name = try reader.string()
                try reader.take(":")
                let cell = try Self.cell(&reader, of: line)
                guard members.updateValue(cell, forKey: name) == nil else {
                    throw JSONError.duplicateKey
                }
            } while try reader.takes(",")
            try reader.take("}")
        }
        reader.leave()
        try reader.finish()
        return members
    }

    private static func cell(
        _ reader: inout JSONReader, of line: [UInt8]
    ) throws(JSONError) -> ExportCell {
        switch try reader.peek() {
        case UInt8(ascii: "\""): return .string(try reader.string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try reader.boolean())
        case UInt8(ascii: "n"):
            try reader.literal("null")
            return .null
        case UInt8(ascii: "{"), UInt8(ascii: "["): throw .wrongType
        default:
            let number = try reader.number()
            return .number(String(decoding: line[number.range], as: UTF8.self))
        }
    }
}
