import Glibc

/// What the program tells the shell.
///
/// Scripts rely on the numbers.
enum ExitCode: Int32, Sendable {
    /// Done, also where nothing was found.
    case done = 0
    /// A check failed, or something was refused or not taken in: an input, a spend above the
    /// balance, damage found.
    case answerIsNo = 1
    /// The arguments are wrong (`EX_USAGE`).
    case wrongUsage = 64
    /// There is no such ledger or file (`EX_NOINPUT`).
    case noSuchFile = 66
    /// The storage or the disk failed (`EX_IOERR`).
    case storageFailed = 74
}

/// An error that a command ends with: its status, and what to tell the user.
struct CommandFailure: Error, Equatable {
    let status: ExitCode
    let message: String

    /// A file that cannot be read; `errno` says why.
    static func cannotRead(_ path: String, errno code: Int32) -> CommandFailure {
        let missing = [ENOENT, ENOTDIR, EISDIR, EACCES, ELOOP, ENAMETOOLONG]
        return CommandFailure(
            status: missing.contains(code) ? .noSuchFile : .storageFailed,
            message: "cannot read \(path): \(SystemError.message(of: code))")
    }

    /// A file that cannot be written; `errno` says why.
    static func cannotWrite(_ path: String, errno code: Int32) -> CommandFailure {
        CommandFailure(
            status: [ENOENT, ENOTDIR].contains(code) ? .noSuchFile : .storageFailed,
            message: "cannot write \(path): \(SystemError.message(of: code))")
    }
}
