import Glibc

/// Standard output, whose errors count, and standard error, whose errors do not.
enum Console {
    /// Why a result could not be written.
    enum Failure: Error, Hashable {
        /// Whoever read the results has gone; nothing is left to say.
        case readerGone
        /// The system's error number.
        case system(Int32)
    }

    /// Makes a write to a closed pipe an error, not the end of the process.
    static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Writes text to standard output, as it is.
    static func write(_ text: String) throws(Failure) {
        try write(Array(text.utf8))
    }

    /// Writes bytes to standard output.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        try write(bytes, to: STDOUT_FILENO)
    }

    /// Writes a note or an error to standard error as `ledgerctl: …`.
    static func note(_ text: String) {
        // When standard error is closed, no place is left to say so; the exit status still tells.
        try? write(Array("ledgerctl: \(text)\n".utf8), to: STDERR_FILENO)
    }

    /// What the system calls an error.
    static func systemMessage(_ number: Int32) -> String {
        unsafe String(cString: strerror(number))
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let (count, error) = unsafe bytes[written...].withUnsafeBytes { buffer in
                let count = unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                return (count, errno)
            }
            if count >= 0 {
                written += count
            } else if error == EPIPE {
                throw .readerGone
            } else if error != EINTR {
                throw .system(error)
            }
        }
    }
}
