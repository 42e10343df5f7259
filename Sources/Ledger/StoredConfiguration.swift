internal import Foundation

/// The configuration as a ledger keeps it: a digest, then JSON.
///
/// No event tells what the ledger accepts, so nothing else could say that a byte of it was changed.
enum StoredConfiguration {
    /// The bytes of the row.
    static func encoded(_ configuration: LedgerConfiguration) throws -> [UInt8] {
        let json = [UInt8](try JSONEncoder().encode(configuration))
        return try digest(of: json, format: TransactionLedger.formatNumber) + json
    }

    /// Reads the row; the digest covers the ledger's format number too.
    ///
    /// Throws `LedgerError.Code.damaged` where a byte of the row or of the format is not as it was
    /// written.
    static func decoded(_ row: [UInt8]?, format: UInt32) throws -> LedgerConfiguration {
        guard let row, row.count > Digest.byteCount else { throw damaged }
        let json = [UInt8](row[Digest.byteCount...])
        guard try digest(of: json, format: format) == [UInt8](row[..<Digest.byteCount]),
            let configuration = try? JSONDecoder().decode(
                LedgerConfiguration.self, from: Data(json))
        else { throw damaged }
        return configuration
    }

    private static func digest(of json: [UInt8], format: UInt32) throws -> [UInt8] {
        var number = ByteWriter(capacity: 4)
        number.append(format)
        return try SHA256().digest(number.bytes, json).bytes
    }

    private static var damaged: LedgerError {
        LedgerError(.damaged, "the configuration is damaged; restore a backup")
    }
}
