internal import Glibc
internal import Synchronization

/// Counts the live transactions of an environment, and lets it be remapped or closed only when
/// there are none.
///
/// Entering and leaving is one atomic step. The rare exclusive turn polls.
struct LMDBTransactionGate: ~Copyable, Sendable {
    private static let exclusive = 1 << 62
    private static let closing = 1 << 61
    private static let closed = 1 << 60
    private static let pollMicroseconds: UInt32 = 200

    /// How often an exclusive turn looks whether the live transactions ended.
    private let pollsMax: Int
    /// The count of live transactions, and the flags above it.
    private let word = Atomic(0)

    init(exclusiveWaitMillisecondsMax: Int) {
        self.pollsMax = exclusiveWaitMillisecondsMax * 1_000 / Int(Self.pollMicroseconds)
    }

    /// Counts a transaction in, waiting while another thread has its exclusive turn.
    func enter() throws(StorageError) {
        var seen = word.load(ordering: .relaxed)
        while true {
            if seen & (Self.closing | Self.closed) != 0 { throw .closed }
            if seen & Self.exclusive != 0 {
                usleep(Self.pollMicroseconds)
                seen = word.load(ordering: .relaxed)
                continue
            }
            let (done, original) = word.weakCompareExchange(
                expected: seen, desired: seen + 1, ordering: .acquiring)
            if done { return }
            seen = original
        }
    }

    /// Counts a transaction out; true when the caller must now close the environment.
    func leave() -> Bool {
        let after = word.subtract(1, ordering: .acquiringAndReleasing).newValue
        return after == Self.closing && takeClosing()
    }

    /// Lets nobody in any more; true when the caller must close the environment now.
    ///
    /// Otherwise the last one to leave must.
    func close() -> Bool {
        let after = word.bitwiseOr(Self.closing, ordering: .acquiringAndReleasing).newValue
        return after == Self.closing && takeClosing()
    }

    private func takeClosing() -> Bool {
        word.compareExchange(
            expected: Self.closing, desired: Self.closing | Self.closed,
            ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// What came of asking for an exclusive turn.
    enum Turn {
        /// No transaction is live, and none begins before `endExclusive`.
        case granted
        /// Another thread had its turn meanwhile.
        case doneByAnother
        /// A transaction stayed live for too long; its thread may be the one that asks.
        case refused
        /// The environment was closed.
        case closed
    }

    /// Waits until no transaction is live, holding new ones back.
    func beginExclusive() -> Turn {
        let before = word.bitwiseOr(Self.exclusive, ordering: .acquiringAndReleasing).oldValue
        if before & Self.exclusive != 0 {
            while word.load(ordering: .acquiring) & Self.exclusive != 0 {
                usleep(Self.pollMicroseconds)
            }
            return .doneByAnother
        }
        if before & (Self.closing | Self.closed) != 0 { return .closed }
        for _ in 0..<pollsMax {
            if word.load(ordering: .acquiring) & (Self.closed - 1) == 0 { return .granted }
            usleep(Self.pollMicroseconds)
        }
        return .refused
    }

    /// Ends an exclusive turn, granted or not, unless another had it; true when the caller must
    /// close the environment.
    func endExclusive() -> Bool {
        let after = word.bitwiseAnd(~Self.exclusive, ordering: .acquiringAndReleasing).newValue
        return after == Self.closing && takeClosing()
    }
}
