/// Why the test App Store could not do what was asked.
public enum TestAppStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An operation of libcrypto failed.
    case libcrypto(String)
    /// The text is not JSON.
    case notJSON

    /// What failed.
    public var description: String {
        switch self {
        case .libcrypto(let operation): "libcrypto failed in \(operation)"
        case .notJSON: "the text is not JSON"
        }
    }
}
