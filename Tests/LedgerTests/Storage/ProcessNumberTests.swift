import Foundation
import Testing

@testable import Ledger

@Suite("Which process runs")
struct ProcessNumberTests {
    @Test("A child of fork sees another number, its parent the same as before")
    func fork() throws {
        let before = ProcessNumber.current
        // Swift hides fork(), because a child of a process with threads may do hardly anything.
        guard let symbol = unsafe dlsym(nil, "fork") else {
            Issue.record("the C library has no fork")
            return
        }
        let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
        let child = fork()
        if child == 0 { _exit(ProcessNumber.current == before ? 1 : 0) }
        try #require(child > 0)
        var status: Int32 = -1
        let ended = unsafe waitpid(child, &status, 0)
        #expect(ended == child)
        #expect(status == 0)
        #expect(ProcessNumber.current == before)
    }
}
