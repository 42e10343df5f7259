/// Where in the payload of a notification the tokens stand that it carries.
struct InnerTokens: Sendable, Hashable {
    /// `data.signedTransactionInfo`.
    var transaction: Range<Int>?
    /// `data.signedRenewalInfo`.
    var renewalInfo: Range<Int>?
    /// `appData.signedAppTransactionInfo`.
    var appTransaction: Range<Int>?
}

extension JSONReader {
    /// Reads a token, or leaves it where it stands if it is one of those and has no escapes.
    mutating func token(
        _ place: InnerTokenPlace
    ) throws(JSONError) -> String? {
        guard var tokens else { return try string() }
        guard try peek() == UInt8(ascii: "\"") else { throw .wrongType }
        let text = try text()
        if text.isEscaped { return try string(of: text) }
        switch place {
        case .transaction: tokens.transaction = text.range
        case .renewalInfo: tokens.renewalInfo = text.range
        case .appTransaction: tokens.appTransaction = text.range
        }
        self.tokens = tokens
        return nil
    }
}

/// Which of the tokens that a notification carries.
enum InnerTokenPlace {
    case transaction, renewalInfo, appTransaction
}
