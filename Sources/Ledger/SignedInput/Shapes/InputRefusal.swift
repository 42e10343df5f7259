/// Why a piece of input is not signed data at all, so that there is nothing to verify or to keep.
///
/// A signed token that fails verification is another matter: it is quarantined with a reason of its
/// own.
public enum InputRefusal: String, Sendable, Hashable, CaseIterable {
    /// The text is neither JSON nor a token: a syntax error, or a line of something else.
    case notJSON
    /// The bytes are not UTF-8.
    case notUTF8
    /// The input ended inside a JSON value.
    case cutShort
    /// The JSON holds no signed data.
    case notSignedData
    /// A payload that someone decoded: without its signature nobody can tell that Apple wrote it.
    case decodedPayload
    /// A version 1 notification, which is not signed. Switch the app to version 2 notifications.
    case versionOneNotification
    /// An error answer of the App Store Server API.
    case apiError
    /// One object names the same signed value twice.
    case duplicateKey
    /// A token or a line of text is longer than ``InputLimits/tokenBytesMax``.
    case tooLarge
    /// Arrays and objects are nested deeper than ``InputLimits/nestingDepthMax``.
    case tooDeep
}
