/// How much of a source is in hand at once, so that its length does not matter.
struct IngestLimits: Sendable {
    /// Inputs that share one commit at most: 4,096, about 12,000 events.
    static let inputsPerSliceMaxDefault = 4_096
    /// Bytes of signed data that share one commit at most: 16 MiB, about 1,300 notifications.
    ///
    /// An input that is longer has a commit of its own.
    static let bytesPerSliceMaxDefault = 16 * 1024 * 1024
    /// Slices in hand at most: 3, of which one is being committed, and the first unit of another.
    static let slicesInHandMaxDefault = 3
    /// Inputs that one task verifies at most: 32, about 5 ms of work.
    static let inputsPerUnitMaxDefault = 32
    /// Tasks that verify at once, for each core: 2, so that none idles while the next is read.
    static let unitsPerCoreMax = 2
    /// Bytes that are searched for inputs in one step: 64 KiB.
    static let bytesPerStepMax = 64 * 1024

    var inputsPerSliceMax = Self.inputsPerSliceMaxDefault
    var bytesPerSliceMax = Self.bytesPerSliceMaxDefault
    var slicesInHandMax = Self.slicesInHandMaxDefault
    var inputsPerUnitMax = Self.inputsPerUnitMaxDefault
    var quarantine = QuarantineLimits()
}
