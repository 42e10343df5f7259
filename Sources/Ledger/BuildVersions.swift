/// The versions that decide what this build writes and answers.
package enum BuildVersions {
    /// The version of the fold, as every answer prints it under `rules`.
    package static var rules: Int { FoldRules.version }
    /// The format of the tables that this build writes; it refuses a higher one.
    package static var format: UInt32 { TransactionLedger.formatNumber }
    /// The version of the LMDB library that is loaded, such as `0.9.24`.
    package static var lmdb: String {
        let version = LMDBCalls.version
        return "\(version.major).\(version.minor).\(version.patch)"
    }
}
