import Foundation
import Glibc

// A reader that goes away is an error of the write, not the end of the process.
_ = signal(SIGPIPE, SIG_IGN)

let program = Program(table: .all, console: .standard())
let status = await program.run(
    ProcessArguments.words, environment: ProcessInfo.processInfo.environment)
exit(status.rawValue)
