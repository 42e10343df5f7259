internal import Foundation

/// Base64 in the two forms that tokens use.
enum TestBase64 {
    /// With padding, for certificates.
    static func standard(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// Without padding, for the segments of a token.
    static func url(_ bytes: [UInt8]) -> String {
        standard(bytes).replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
