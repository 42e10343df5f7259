internal import Glibc

/// The lanes that nobody verifies with just now.
///
/// A thread takes one and gives it back. It looks where it gave back the last one: each place has a
/// lock of its own, and threads seldom share a place, so that they do not wait for each other. What
/// it finds there changes nothing but the time that a check takes.
@safe final class VerificationLanes: @unchecked Sendable {
    // @unchecked Sendable because a place is reached through its lock alone.

    /// How many places there are: many more than cores, because which one a thread has is chance.
    static let placeCount = 64

    private let places: UnsafeMutablePointer<Lock<[VerificationLane]>>

    init() {
        unsafe places = .allocate(capacity: Self.placeCount)
        for index in 0..<Self.placeCount {
            unsafe (places + index).initialize(to: Lock([]))
        }
    }

    deinit {
        unsafe places.deinitialize(count: Self.placeCount)
        unsafe places.deallocate()
    }

    /// Lends a lane for the time of a call.
    func withLane<Result, Failure: Error>(
        of policy: TrustPolicy, _ body: (VerificationLane) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let place = Self.placeOfThread
        let waiting = unsafe places[place].withLock { $0.popLast() }
        let lane = waiting ?? VerificationLane(policy)
        defer { unsafe places[place].withLock { $0.append(lane) } }
        return try body(lane)
    }

    /// The place of the calling thread: what a thread is told by lies pages apart, so the low bits
    /// say nothing.
    private static var placeOfThread: Int {
        let mixed = UInt64(pthread_self()) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> 58) & (placeCount - 1)
    }
}
