extension [UInt8] {
    /// The array's bytes, as tables take them.
    var bytes: RawSpan {
        @_lifetime(borrow self)
        // Unsafe only for elements with padding; a byte has none.
        get { unsafe span.bytes }
    }

    /// Copies bytes that were lent.
    init(copying bytes: RawSpan) {
        self = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }
}
