import Foundation
import Glibc

// A reader that goes away is an error of the write, not the end of the process.
_ = signal(SIGPIPE, SIG_IGN)
// So is a file that reaches the limit of its size.
_ = signal(SIGXFSZ, SIG_IGN)
DamageSignals.explain()

let program = Program(table: .all, console: .standard())
guard let words = ProcessArguments.words else {
    program.console.note("the arguments are not UTF-8; give them in UTF-8")
    exit(ExitCode.wrongUsage.rawValue)
}
let status = await program.run(words, environment: ProcessInfo.processInfo.environment)
// Everything is written and closed. Handlers of libraries at exit() would take apart what threads
// that end at the same moment still give back.
_exit(status.rawValue)
