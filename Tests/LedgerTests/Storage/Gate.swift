internal import Dispatch
internal import Synchronization

@testable internal import Ledger

/// Holds a thread until a test lets it go.
final class Gate: Sendable {
    private let released = DispatchSemaphore(value: 0)
    private let isBlocked = Atomic(false)

    func block() {
        isBlocked.store(true, ordering: .releasing)
        released.wait()
    }

    func release() {
        released.signal()
    }

    func untilBlocked() async {
        while !isBlocked.load(ordering: .acquiring) { await Task.yield() }
    }
}

/// Numbers that several threads note down.
final class Recorder: Sendable {
    private let recorded = Lock<[Int]>([])

    var values: [Int] { recorded.withLock { $0 } }

    func append(_ value: Int) {
        recorded.withLock { $0.append(value) }
    }
}

/// Codes of liblmdb, from lmdb.h.
enum MDBCode {
    static let mapFull: Int32 = -30792
    static let corrupted: Int32 = -30796
    static let panic: Int32 = -30795
    static let readersFull: Int32 = -30790
    static let mapResized: Int32 = -30785
    static let notFound: Int32 = -30798
    static let invalid: Int32 = -30793
    static let versionMismatch: Int32 = -30794
    static let badTransaction: Int32 = -30782
}
