/// SHA-256 of what the signature of a token signs: header segment, full stop, payload segment.
struct SigningInputHash: Sendable {
    let bytes: InlineArray<32, UInt8>
}
