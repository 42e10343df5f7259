/// The limits of what is read as input.
///
/// Files, lines and pages may be of any length.
public enum InputLimits {
    /// The longest token that is taken in, in bytes: 256 KiB.
    ///
    /// Apple's are about 5 to 20 kB.
    public static let tokenBytesMax = 256 * 1024
    /// How deep arrays and objects of one JSON value may be nested: 64.
    ///
    /// Apple's are at most 5 deep.
    public static let nestingDepthMax = 64
    /// The longest number or literal in JSON, in bytes.
    static let scalarBytesMax = 1024
}
