internal import COpenSSL

/// The error queue of libcrypto, which belongs to the thread.
enum OpenSSLErrors {
    /// `ERR_R_MALLOC_FAILURE`, a macro that Swift does not import: 256 with both high flags.
    private static let outOfMemory: UInt = 256 | 1 << 18 | 2 << 18

    /// Empties the queue.
    ///
    /// What was refused leaves nothing behind for the next caller.
    static func drain() {
        ERR_clear_error()
    }

    /// Empties the queue and tells a lack of memory, which says nothing about the data, from an
    /// answer.
    static func drain(in operation: String) throws(CheckFailure) {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        if code & 0x7F_FFFF == outOfMemory {
            throw .fault(VerificationFault(operation: operation))
        }
    }

    /// Empties the queue and makes the error for an operation that cannot say no.
    static func fault(in operation: String) -> CheckFailure {
        .fault(drained(by: operation))
    }

    /// The same, for what is no part of a check.
    static func drained(by operation: String) -> VerificationFault {
        ERR_clear_error()
        return VerificationFault(operation: operation)
    }
}
