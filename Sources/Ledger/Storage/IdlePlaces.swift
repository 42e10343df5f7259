internal import Synchronization

/// Addresses of things at rest, which any thread may take and give back.
///
/// Each is one atomic exchange in a small array of places; no thread ever waits.
struct IdlePlaces: ~Copyable, Sendable {
    /// How many things rest at most.
    static let countMax = 16

    /// Zero is an empty place.
    private let places: InlineArray<16, Atomic<UInt>>

    init() {
        places = InlineArray { _ in Atomic(0) }
    }

    /// Takes one thing; nil where none rests.
    func take() -> UInt? {
        for index in 0..<Self.countMax where places[index].load(ordering: .relaxed) != 0 {
            let address = places[index].exchange(0, ordering: .acquiring)
            if address != 0 { return address }
        }
        return nil
    }

    /// Lays one thing to rest; false when every place is taken.
    func give(_ address: UInt) -> Bool {
        for index in 0..<Self.countMax where places[index].load(ordering: .relaxed) == 0 {
            let stored = places[index].compareExchange(
                expected: 0, desired: address, ordering: .releasing)
            if stored.exchanged { return true }
        }
        return false
    }
}
