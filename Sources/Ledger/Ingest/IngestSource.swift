/// Cuts a source into slices, and slices into units that one task verifies.
struct IngestSource {
    /// Some inputs of one slice, in order.
    struct Unit {
        /// Which slice they belong to, from 0.
        var slice: Int
        var inputs: [FoundInput]
    }

    private let limits: IngestLimits
    private var reader = ExcerptingReader()
    /// The bytes that `next` gave, and how many of them have been read.
    private var chunk: [UInt8] = []
    private var readCount = 0
    /// What was found in them and is in no unit yet, and how much of it is.
    private var found: [FoundInput] = []
    private var takenCount = 0
    /// The slice that the next input belongs to, unless it is too long for it.
    private(set) var slice = 0
    private var sliceInputCount = 0
    private var sliceByteCount = 0
    private var hasEnded = false
    /// Why the source ended early; what was found before is still handed out.
    private(set) var failure: (any Error)?

    /// Whether nothing more is handed out.
    var isAtEnd: Bool { hasEnded && takenCount == found.count }

    init(limits: IngestLimits) { self.limits = limits }

    /// Reads until a unit is full, its slice is, or the source ends.
    ///
    /// - Returns: the unit; nil where the source has ended without another input.
    mutating func readUnit(_ next: () throws -> [UInt8]) -> Unit? {
        var inputs: [FoundInput] = []
        while inputs.count < limits.inputsPerUnitMax, let byteCount = findInput(next) {
            if sliceInputCount > 0, byteCount > limits.bytesPerSliceMax - sliceByteCount {
                endSlice()
                if !inputs.isEmpty { return Unit(slice: slice - 1, inputs: inputs) }
            }
            inputs.append(found[takenCount])
            takenCount += 1
            sliceInputCount += 1
            sliceByteCount += byteCount
            if sliceInputCount == limits.inputsPerSliceMax {
                endSlice()
                return Unit(slice: slice - 1, inputs: inputs)
            }
        }
        return inputs.isEmpty ? nil : Unit(slice: slice, inputs: inputs)
    }

    /// Ends the source where something failed; what is not handed out yet never is.
    mutating func stop(_ error: any Error) {
        hasEnded = true
        found = []
        takenCount = 0
        failure = error
    }

    private mutating func endSlice() {
        slice += 1
        sliceInputCount = 0
        sliceByteCount = 0
    }

    /// Reads until there is an input to take.
    ///
    /// - Returns: how many bytes it holds; nil at the end of the source.
    private mutating func findInput(_ next: () throws -> [UInt8]) -> Int? {
        while takenCount == found.count {
            if hasEnded { return nil }
            takenCount = 0
            found = []
            if readCount == chunk.count {
                do {
                    chunk = try next()
                } catch {
                    stop(error)
                    return nil
                }
                readCount = 0
                if chunk.isEmpty {
                    found = reader.finish()
                    hasEnded = true
                    continue
                }
            }
            let end = min(chunk.count, readCount + IngestLimits.bytesPerStepMax)
            // A local reference, because the reader is changed while it borrows the bytes.
            let bytes = chunk
            found = reader.read(bytes.span.extracting(readCount..<end))
            readCount = end
        }
        return found[takenCount].byteCount
    }
}
