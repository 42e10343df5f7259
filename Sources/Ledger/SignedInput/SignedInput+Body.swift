extension SignedInput {
    /// The input that the body of a request is with which the App Store sends a notification.
    ///
    /// Apple posts `{"signedPayload": "…"}`. Any other body is the input itself: verification refuses
    /// it as ``RefusalReason/malformed``, and the quarantine keeps it as it came.
    ///
    /// - Parameter body: the bytes of the body.
    /// - Complexity: O(bytes).
    public init(notificationBody body: [UInt8]) {
        var reader = InputReader()
        let elements = reader.read(body.span) + reader.finish()
        guard elements.count == 1, case .input(let found) = elements[0].content else {
            self = .notification(body)
            return
        }
        switch found {
        case .notification: self = found
        // A token without its object, as tools that unwrap bodies leave it.
        case .unrecognized(let token): self = .notification(token)
        default: self = .notification(body)
        }
    }
}
