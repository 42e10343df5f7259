package import Ledger
internal import Synchronization

/// The ledger's clock during a benchmark: it stands at the date of the newest input.
package final class LoadClock: Sendable {
    private let milliseconds = Mutex<Int64>(0)

    package init() {}

    /// The instant of now.
    package var now: Instant {
        Instant(millisecondsSince1970: milliseconds.withLock { $0 })
    }

    /// Moves on to a date; never back.
    package func advance(to date: Int64) {
        milliseconds.withLock { $0 = max($0, date) }
    }
}
