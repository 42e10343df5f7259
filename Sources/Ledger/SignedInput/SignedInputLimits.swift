/// How much of anything that arrives is looked at.
///
/// What is larger is refused as malformed.
///
/// The largest genuine token known is about 17 kB (a notification with two tokens inside), of
/// which a header is 4.4 kB.
enum SignedInputLimits {
    /// One compact JWS, as text: 256 KiB.
    static let compactJWSBytesMax = 256 * 1024
    /// The decoded header of a JWS: 16 KiB.
    static let headerBytesMax = 16 * 1024
    /// Objects and arrays within each other, the outermost included: 32.
    static let jsonDepthMax = 32
    /// Members of one JSON object: 256.
    ///
    /// The App Store's largest has 34.
    static let jsonMemberCountMax = 256
    /// Elements of one JSON array: 4096.
    static let jsonElementCountMax = 4096
    /// The text of one JSON number: 64 bytes.
    static let jsonNumberBytesMax = 64
}
