internal import Foundation
internal import Testing

@testable internal import Ledger

@Suite("Locks")
struct LockTests {
    @Test("Threads that add one at a time lose nothing")
    func counting() {
        let total = Total()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1_000 { total.value.withLock { $0 += 1 } }
        }
        #expect(total.value.withLock { $0 } == 8_000)
    }

    @Test("An error gives the lock back")
    func throwing() {
        struct Refusal: Error {}
        let lock = Lock(1)
        #expect(throws: Refusal.self) {
            try lock.withLock { value in
                value = 2
                throw Refusal()
            }
        }
        #expect(lock.withLock { $0 } == 2)
    }

    @Test("The value goes with the lock")
    func ending() {
        weak var value: Total?
        do {
            let kept = Total()
            value = kept
            let lock = Lock<Total>(kept)
            #expect(lock.withLock { $0.value.withLock { $0 } } == 0)
        }
        #expect(value == nil)
    }

    private final class Total: Sendable {
        let value = Lock(0)
    }
}
