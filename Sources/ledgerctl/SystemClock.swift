import Glibc
import Ledger

/// The clock of the machine.
enum SystemClock {
    /// The instant of now.
    ///
    /// Read in whole numbers: a count of seconds in floating point may be a millisecond early.
    static let now: @Sendable () -> Instant = {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
        return Instant(millisecondsSince1970: milliseconds)
    }
}
