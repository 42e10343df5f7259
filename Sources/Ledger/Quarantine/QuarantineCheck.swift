internal import Foundation

/// The check values of the quarantine's rows: nothing else tells what they should hold.
///
/// Each is a SHA-256 of a row's key and the bytes in front of it, so that neither a changed byte
/// nor a row under another's key goes unnoticed.
enum QuarantineCheck {
    /// The check value of bytes under a key.
    static func value(of bytes: [UInt8], key: [UInt8]) throws(IntegrityError) -> [UInt8] {
        try SHA256().digest(key, bytes).bytes
    }

    /// Throws unless the last bytes are the check value of those in front of them.
    static func check(_ row: RawSpan, key: LMDBKey, named name: String) throws {
        guard try CheckedRow.decoded([UInt8](copying: row), key: key) != nil else {
            throw LedgerError(.damaged, "\(name) was changed; restore a backup")
        }
    }

    /// The key of a row of `quarantine`.
    static func key(_ number: UInt64) -> [UInt8] { [UInt8](copying: LMDBKey(number).bytes) }
}

extension AccountToken {
    /// How many bytes the token has in a row: 16.
    static let byteCount = 16

    /// The UUID's bytes.
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) } }

    /// Reads the bytes back; nil where they name nobody.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var uuid = UUID().uuid
        unsafe withUnsafeMutableBytes(of: &uuid) { unsafe $0.copyBytes(from: bytes) }
        self.init(UUID(uuid: uuid))
    }
}
