internal import Foundation

extension Instant {
    /// The instant that the machine's clock shows.
    ///
    /// The ledger reads the time through the clock that it is given, and nowhere else; this is the
    /// one that it has unless given another.
    public static var now: Instant {
        Instant(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
