/// SHA-256 of what the signature of a token signs: header segment, full stop, payload segment.
///
/// With the signature's bytes it stands for the whole token: `CompactJWS` takes one text alone for
/// any signature, so that no two tokens have both in common.
struct SigningInputHash: Sendable {
    let bytes: InlineArray<32, UInt8>
}
