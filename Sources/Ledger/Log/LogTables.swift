/// The tables of a ledger's environment; keys and values are described in `docs/format.md`.
///
/// A class, so that whatever holds them (views and readers are copied a lot) counts one reference.
final class LogTables: Sendable {
    let log: LMDBTable
    let evidence: LMDBTable
    let headers: LMDBTable
    let headerNumbers: LMDBTable
    let symbols: LMDBTable
    let identities: LMDBTable
    let identityDetails: LMDBTable
    let lineNumbers: LMDBTable
    let transactionLines: LMDBTable
    let periodLines: LMDBTable
    let lines: LMDBTable
    let customers: LMDBTable
    let unlined: LMDBTable
    let globals: LMDBTable
    let hostKeys: LMDBTable
    let tree: LMDBTable
    let checkpoints: LMDBTable
    let quarantine: LMDBTable
    let quarantineDigests: LMDBTable
    let meta: LMDBTable

    /// Every ledger has all of them.
    static let names = [
        "log", "evidence", "headers", "headerNumbers", "symbols", "identities",
        "identityDetails", "lineNumbers", "transactionLines", "periodLines", "lines", "customers",
        "unlined", "globals", "hostKeys", "quarantine", "quarantineDigests", "meta",
        "tree", "checkpoints",
    ]

    /// Sizes of the values of indexes, in bytes; the values of the other tables say where they end.
    static let valueSizes: [String: [Int]] = [
        "headerNumbers": [4], "identities": [4], "lineNumbers": [4], "transactionLines": [0],
        "periodLines": [0], "lines": [0, 1, 8, 16], "customers": [0], "unlined": [8],
        "globals": [0],
        "hostKeys": [8], "tree": [MerkleChunk.byteCount],
    ]

    /// Sizes of keys, in bytes, where they are numbers alone: a longer key would be met on a walk, and
    /// never be found.
    static let keySizes: [String: [Int]] = [
        "log": [8], "evidence": [8], "headers": [4], "headerNumbers": [Digest.byteCount],
        "symbols": [4], "identityDetails": [4], "lineNumbers": [13], "transactionLines": [17],
        "periodLines": [17], "lines": [9, 13, 21], "customers": [9, 13], "unlined": [21],
        "globals": [9], "quarantine": [8], "quarantineDigests": [Digest.byteCount], "tree": [9],
        "checkpoints": [8],
    ]

    /// Opens every table, once, with the environment.
    @available(*, noasync)
    init(opening environment: LMDBEnvironment) throws {
        let tables = try environment.openTables(Self.names)
        log = tables[0]
        evidence = tables[1]
        headers = tables[2]
        headerNumbers = tables[3]
        symbols = tables[4]
        identities = tables[5]
        identityDetails = tables[6]
        lineNumbers = tables[7]
        transactionLines = tables[8]
        periodLines = tables[9]
        lines = tables[10]
        customers = tables[11]
        unlined = tables[12]
        globals = tables[13]
        hostKeys = tables[14]
        quarantine = tables[15]
        quarantineDigests = tables[16]
        meta = tables[17]
        tree = tables[18]
        checkpoints = tables[19]
    }
}

/// The keys of the tables.
///
/// Numbers are big-endian, so that byte order is number order.
enum LogKey {
    /// What a row of `lines` tells about its line.
    enum LineRow: UInt8 {
        /// Events of the line, by the sequence of the first.
        case event = 1
        /// A statement held, by content digest and signed date.
        case statement = 2
        /// An account that presented the line.
        case presenter = 3
    }

    /// What a row of `customers` tells about its identity.
    enum CustomerRow: UInt8 {
        /// A line that named the identity.
        case line = 1
        /// An event of the identity that belongs to no line.
        case event = 2
        /// An account that presented the purchase of the app that the identity stands for.
        case presenter = 3
    }

    static func number(_ number: UInt32) -> LMDBKey {
        var key = LMDBKey()
        key.append(bigEndian: number)
        return key
    }

    static func storeIdentifier(
        _ environment: EnvironmentCode, _ identifier: StoreIdentifier, _ bundle: Symbol?
    ) -> LMDBKey {
        var key = LMDBKey()
        key.append(environment.rawValue)
        key.append(bigEndian: identifier.bits)
        if let bundle { key.append(bigEndian: bundle.number) }
        return key
    }

    static func line(_ line: LineNumber, _ row: LineRow) -> LMDBKey {
        var key = number(line.number)
        key.append(row.rawValue)
        return key
    }

    static func lineEvent(_ line: LineNumber, _ sequence: UInt64) -> LMDBKey {
        var key = self.line(line, .event)
        key.append(bigEndian: sequence)
        return key
    }

    static func statement(
        _ line: LineNumber, _ contentDigest: UInt64, signedDate: Instant?
    ) -> LMDBKey {
        var key = self.line(line, .statement)
        key.append(bigEndian: contentDigest)
        if let signedDate { key.append(sortable: signedDate.millisecondsSince1970) }
        return key
    }

    static func presenter(_ line: LineNumber, _ account: IdentityNumber) -> LMDBKey {
        var key = self.line(line, .presenter)
        key.append(bigEndian: account.number)
        return key
    }

    static func presenter(_ app: IdentityNumber, _ account: IdentityNumber) -> LMDBKey {
        var key = customer(app, .presenter)
        key.append(bigEndian: account.number)
        return key
    }

    static func customer(_ identity: IdentityNumber, _ row: CustomerRow) -> LMDBKey {
        var key = number(identity.number)
        key.append(row.rawValue)
        return key
    }

    static func hostKey(_ environment: EnvironmentCode, _ idempotencyKey: [UInt8]) -> LMDBKey {
        var key = LMDBKey()
        key.append(environment.rawValue)
        key.append(bytes: idempotencyKey)
        return key
    }

    /// A statement of no line; the digest covers neither the environment nor the app.
    static func unlined(
        _ environment: EnvironmentCode, _ bundle: Symbol?, _ contentDigest: UInt64,
        signedDate: Instant
    ) -> LMDBKey {
        var key = LMDBKey()
        key.append(environment.rawValue)
        key.append(sortable: signedDate.millisecondsSince1970)
        key.append(bigEndian: contentDigest)
        key.append(bigEndian: bundle?.number ?? 0)
        return key
    }

    static func global(_ kind: EventKind, _ sequence: UInt64?) -> LMDBKey {
        var key = LMDBKey()
        key.append(kind.rawValue)
        if let sequence { key.append(bigEndian: sequence) }
        return key
    }

    static func identity(
        _ kind: Identity.Kind, _ environment: EnvironmentCode, _ text: String
    ) -> LMDBKey {
        var key = LMDBKey()
        key.append(kind.rawValue)
        key.append(environment.rawValue)
        key.append(text: text)
        return key
    }

    static func text(_ text: String) -> LMDBKey {
        var key = LMDBKey()
        key.append(text: text)
        return key
    }

    static func bytes(_ bytes: [UInt8]) -> LMDBKey {
        var key = LMDBKey()
        key.append(bytes: bytes)
        return key
    }
}
