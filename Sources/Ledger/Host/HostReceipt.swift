/// What became of something that the host asked for.
public struct HostReceipt: Sendable, Hashable {
    /// The event that holds it.
    public var sequence: UInt64
    /// Whether it was done before; then nothing was appended.
    public var isDuplicate: Bool
    /// The balance of the currency after it, at the instant of recording; nil where there is none.
    public var balance: Int64?

    /// The receipt as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("sequence", sequence)
            json.member("duplicate", isDuplicate)
            json.member("balance", balance)
        }
        return json.bytes
    }
}
