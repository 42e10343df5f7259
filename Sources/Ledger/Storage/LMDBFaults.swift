#if DEBUG
    /// Faults that a test asks for, in one environment, in debug builds only.
    ///
    /// A call that is told to fail does not happen; its code is returned instead. A commit that is
    /// told to fail ends its transaction, as the real one does.
    final class LMDBFaults: Sendable {
        private struct Fault {
            var code: Int32
            var callsToPass: Int
            var timesLeft: Int
        }

        private struct State {
            var faults: [LMDBCallName: Fault] = [:]
            var processIdentifier: Int32?
            var fileSystemType: UInt32?
        }

        private let state = Lock(State())

        /// Lets `callsToPass` calls of `call` pass, then fails the next `times` with `code`.
        func fail(
            _ call: LMDBCallName, with code: Int32, callsToPass: Int = 0, times: Int = 1
        ) {
            state.withLock {
                $0.faults[call] = Fault(code: code, callsToPass: callsToPass, timesLeft: times)
            }
        }

        /// Ends the faults of every call.
        func clear() {
            state.withLock { $0 = State() }
        }

        /// Makes the process look like another one, as after `fork()`.
        func pretendProcess(_ identifier: Int32) {
            state.withLock { $0.processIdentifier = identifier }
        }

        /// Makes the directory look as if it lay on a file system of this type.
        func pretendFileSystem(_ type: UInt32) {
            state.withLock { $0.fileSystemType = type }
        }

        var processIdentifier: Int32? { state.withLock { $0.processIdentifier } }
        var fileSystemType: UInt32? { state.withLock { $0.fileSystemType } }

        /// The code to fail this call with, if it is to fail.
        func next(_ call: LMDBCallName) -> Int32? {
            state.withLock { state in
                guard var fault = state.faults[call], fault.timesLeft > 0 else { return nil }
                defer { state.faults[call] = fault }
                if fault.callsToPass > 0 {
                    fault.callsToPass -= 1
                    return nil
                }
                fault.timesLeft -= 1
                return fault.code
            }
        }
    }
#endif
