internal import Synchronization

/// Read transactions at rest, ready to be renewed by any thread.
///
/// A renewal costs some nanoseconds, a beginning an allocation and a search for a slot. Taking and
/// giving back are one atomic exchange in a small array of places.
@safe
struct LMDBReaderPool: ~Copyable, Sendable {
    /// How many rest at most; further ones are ended.
    static let idleMax = 16

    /// Addresses of the handles at rest; zero is an empty place.
    private let places: InlineArray<16, Atomic<UInt>>

    init() {
        places = InlineArray { _ in Atomic(0) }
    }

    /// Takes a transaction out of the pool.
    func take() -> OpaquePointer? {
        for index in 0..<Self.idleMax where places[index].load(ordering: .relaxed) != 0 {
            let address = places[index].exchange(0, ordering: .acquiring)
            if address != 0 { return unsafe OpaquePointer(bitPattern: address) }
        }
        return nil
    }

    /// Puts a reset transaction into the pool; false when it is full.
    func give(_ transaction: OpaquePointer) -> Bool {
        let address = UInt(bitPattern: transaction)
        for index in 0..<Self.idleMax where places[index].load(ordering: .relaxed) == 0 {
            let stored = places[index].compareExchange(
                expected: 0, desired: address, ordering: .releasing)
            if stored.exchanged { return true }
        }
        return false
    }
}
