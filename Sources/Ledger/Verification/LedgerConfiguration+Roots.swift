public import Foundation

extension LedgerConfiguration {
    /// The certificates of a PEM or DER file, in DER.
    ///
    /// - Parameter file: the file's bytes.
    /// - Returns: each certificate.
    /// - Throws: `LedgerError.Code.invalidArgument` when the file holds none.
    public static func rootCertificates(in file: Data) throws -> [Data] {
        do {
            return try RootCertificateFile.certificates(in: [UInt8](file)).map { Data($0) }
        } catch {
            throw LedgerError(.invalidArgument, String(describing: error))
        }
    }
}
