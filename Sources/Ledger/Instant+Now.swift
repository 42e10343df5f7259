internal import Glibc

extension Instant {
    /// The instant that the machine's clock shows.
    ///
    /// The ledger reads the time through the clock that it is given, and nowhere else; this is the
    /// one that it has unless given another. Read in whole numbers: a count of seconds in floating
    /// point may be a millisecond early.
    public static var now: Instant {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
        return Instant(millisecondsSince1970: milliseconds)
    }
}
