/// Read transactions at rest, ready to be renewed by any thread.
///
/// A renewal costs some nanoseconds, a beginning an allocation and a search for a slot.
@safe
struct LMDBReaderPool: ~Copyable, Sendable {
    /// Further ones are ended.
    private let places = IdlePlaces()

    /// Takes a transaction out of the pool.
    func take() -> OpaquePointer? {
        unsafe places.take().flatMap { unsafe OpaquePointer(bitPattern: $0) }
    }

    /// Puts a reset transaction into the pool; false when it is full.
    func give(_ transaction: OpaquePointer) -> Bool {
        places.give(UInt(bitPattern: transaction))
    }
}
