import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// What has to hold of a ledger whatever it was given.
struct WholeMixedCheck {
    static let environments: [(StoreEnvironment, EnvironmentCode)] = [
        (.production, .production), (.sandbox, .sandbox),
    ]

    let whole: WholeLedger

    private var ledger: TransactionLedger { whole.ledger }

    // MARK: Names

    /// The customers whom the ledger can name, of all that the payloads name.
    func knownNames() throws -> Set<Identity> {
        var names: Set<Identity> = []
        for (_, environment) in Self.environments {
            for account in WholeMixedPayloads.accounts {
                names.insert(Self.identity(of: account, environment))
            }
            for id in WholeMixedPayloads.appTransactionIDs {
                names.insert(
                    Identity(kind: .appTransactionID, environment: environment, text: id))
            }
        }
        return try ledger.environment.read { transaction in
            try names.filter { try ledger.reader.identity($0, in: transaction) != nil }
        }
    }

    static func identity(of account: UUID, _ environment: EnvironmentCode) -> Identity {
        Identity(
            kind: .appAccountToken, environment: environment,
            text: account.uuidString.lowercased())
    }

    private static func texts(_ names: Set<Identity>) -> [String] { names.map(\.text).sorted() }

    /// Everybody whom the evidence names can be asked for by that name, and so be erased.
    func expectEveryoneKnown(_ place: String) throws {
        let known = try knownNames()
        for row in try evidence() {
            let unknown = try names(in: row).subtracting(known)
            #expect(
                unknown.isEmpty, "\(place): evidence \(row.sequence) names \(Self.texts(unknown))")
        }
    }

    /// Nothing that is kept names who was erased.
    ///
    /// In evidence neither what its payloads say nor their bytes; in quarantine, where nothing is
    /// understood, no bytes.
    func expectGone(_ erased: Set<Identity>, _ place: String) throws {
        let search = IdentifierSearch(erased.map(\.text))
        let environments = Set(erased.map(\.environment))
        for row in try evidence() where environments.contains(row.environment) {
            let named = try names(in: row).intersection(erased)
            #expect(named.isEmpty, "\(place): evidence \(row.sequence) names \(Self.texts(named))")
            let isFound = row.payloads.contains { search.finds(in: $0) }
            #expect(
                !isFound, "\(place): evidence \(row.sequence) holds one of \(Self.texts(erased))")
        }
        try ledger.environment.read { transaction in
            try ledger.reader.tables.quarantine.forEach(in: transaction) { _, value in
                let isFound = search.finds(in: [UInt8](copying: value))
                #expect(!isFound, "\(place): quarantine holds one of \(Self.texts(erased))")
                return true
            }
        }
    }

    // MARK: Evidence

    private struct EvidenceRow {
        let sequence: UInt64
        let environment: EnvironmentCode
        let payloads: [[UInt8]]
    }

    private func evidence() throws -> [EvidenceRow] {
        let reader = ledger.reader
        return try ledger.environment.read { transaction in
            var sequences: [UInt64] = []
            try reader.tables.evidence.forEach(in: transaction) { key, _ in
                sequences.append(try LogReader.sequence(of: key))
                return true
            }
            return try sequences.map { sequence in
                let found = try #require(
                    try EvidenceReader(tables: reader.tables)
                        .evidence(at: sequence, in: transaction))
                return EvidenceRow(
                    sequence: sequence,
                    environment: try reader.fields(sequence, in: transaction).environment,
                    payloads: found.evidence.parts.map(\.payload))
            }
        }
    }

    /// Whom the payloads of a row name, however that is written.
    private func names(in row: EvidenceRow) throws -> Set<Identity> {
        var names: Set<Identity> = []
        for bytes in row.payloads {
            let payload = try TestJSON(json: bytes)
            if let text = payload["appAccountToken"]?.stringValue,
                let account = UUID(uuidString: text), AccountToken(account) != nil
            {
                names.insert(Self.identity(of: account, row.environment))
            }
            if let text = payload["appTransactionId"]?.stringValue {
                names.insert(
                    Identity(kind: .appTransactionID, environment: row.environment, text: text))
            }
        }
        return names
    }

    // MARK: Answers

    /// The rows that the exports have for each customer who has a token, as of now and as of an
    /// instant amid the dates of the payloads; without appTransactionIds, which an erasure of
    /// somebody else may take.
    func rowsByCustomer() throws -> [Identity: [String]] {
        let amid = Instant(
            millisecondsSince1970: WholeMixedPayloads.start + 5 * WholeMixedPayloads.day / 2)
        var rows: [Identity: [String]] = [:]
        for cut in [Cut(asOf: whole.clock.now), Cut(asOf: amid)] {
            for (environment, code) in Self.environments {
                for kind in [ExportKind.transactions, .statuses, .entitlements, .balances] {
                    let lines = try whole.export(kind, environment: environment, at: cut)
                    for line in lines.split(separator: "\n") {
                        guard let (customer, row) = try Self.row(line, code) else { continue }
                        rows[customer, default: []].append(
                            "\(kind.rawValue) as of \(cut.asOf.iso8601): \(row)")
                    }
                }
            }
        }
        return rows.mapValues { $0.sorted() }
    }

    /// Whose a row of an export is, and what it says else; nil where it names no account.
    private static func row(
        _ line: Substring, _ environment: EnvironmentCode
    ) throws -> (Identity, String)? {
        var row = try TestJSON(json: Array(line.utf8))
        guard let text = row["appAccountToken"]?.stringValue, let account = UUID(uuidString: text)
        else { return nil }
        row["appTransactionId"] = nil
        return (identity(of: account, environment), String(decoding: row.json, as: UTF8.self))
    }

    // MARK: Verification

    func expectIntact(_ place: String) throws {
        let report = try ledger.verify(signatures: true)
        #expect(report.isIntact, "\(place): \(report.damage)")
        try expectEveryoneKnown(place)
    }
}
