/// Numbers that look random and follow from a seed (SplitMix64).
struct TestRandom: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number from 0 up to but not including 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True in so many of 1,000 cases.
    mutating func chance(perMille: UInt64) -> Bool { next() % 1_000 < perMille }

    /// Scatters the bits of a number.
    static func mix(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
