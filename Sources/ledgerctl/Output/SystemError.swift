import Glibc

/// Error numbers of the system, in words.
enum SystemError {
    static func message(of code: Int32) -> String {
        // Since glibc 2.32 the text belongs to the thread, and is copied at once.
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
