/// What a backup holds.
public struct BackupReport: Sendable, Hashable {
    /// The last event of the backup; the whole log up to it is there.
    public var sequence: UInt64
    /// Events in the backup.
    public var events: UInt64
    /// Bytes of its data file.
    public var bytes: Int
    /// Whether free pages were left out.
    ///
    /// LMDB refuses to where pages of the file belong to nobody; then the copy has every page, and
    /// is as good.
    public var isCompacted: Bool

    /// The report as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("sequence", sequence)
            json.member("events", events)
            json.member("bytes", bytes)
            json.member("compacted", isCompacted)
        }
        return json.bytes
    }
}
