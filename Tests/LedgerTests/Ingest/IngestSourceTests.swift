import Testing

@testable import Ledger

@Suite("How a source is cut into slices")
struct IngestSourceTests {
    /// The lines of the inputs of each slice.
    private func slices(_ text: String, _ limits: IngestLimits, chunkBytes: Int = 10) -> [[Int]] {
        var source = IngestSource(limits: limits)
        var rest = Array(text.utf8)[...]
        var slices: [[Int]] = []
        while !source.isAtEnd {
            let unit = source.readUnit {
                let chunk = Array(rest.prefix(chunkBytes))
                rest = rest.dropFirst(chunkBytes)
                return chunk
            }
            guard let unit else { break }
            #expect(!unit.inputs.isEmpty && unit.inputs.count <= limits.inputsPerUnitMax)
            if unit.slice == slices.count { slices.append([]) }
            #expect(unit.slice == slices.count - 1)
            slices[slices.count - 1] += unit.inputs.map(\.line)
        }
        return slices
    }

    /// Lines of five bytes, each a token as far as reading can tell.
    private func lines(_ count: Int) -> String {
        (0..<count).map { _ in "a.b.c" }.joined(separator: "\n")
    }

    @Test("A slice takes as many inputs as its limit, and the next one begins", arguments: 0...13)
    func inputs(count: Int) {
        let all = Array(0..<count).map { $0 + 1 }
        for unit in 1...5 {
            let cut = slices(lines(count), .small(inputsPerSlice: 4, inputsPerUnit: unit))
            let expected = stride(from: 0, to: count, by: 4).map {
                Array(all[$0..<min($0 + 4, count)])
            }
            #expect(cut == expected)
        }
    }

    @Test("A slice takes as many bytes as its limit, and no byte more")
    func bytes() {
        for unit in 1...5 {
            var limits = IngestLimits.small(inputsPerSlice: 100, inputsPerUnit: unit)
            limits.bytesPerSliceMax = 15
            #expect(slices(lines(7), limits) == [[1, 2, 3], [4, 5, 6], [7]])
            limits.bytesPerSliceMax = 14
            #expect(slices(lines(5), limits) == [[1, 2], [3, 4], [5]])
            limits.bytesPerSliceMax = 4
            #expect(slices(lines(3), limits) == [[1], [2], [3]])
        }
    }

    @Test("A source that was stopped hands out nothing more")
    func stopped() {
        struct Stop: Error {}
        var source = IngestSource(limits: .small(inputsPerSlice: 2, inputsPerUnit: 1))
        let text = Array(lines(4).utf8)
        #expect(source.readUnit { text }?.inputs.count == 1)
        #expect(!source.isAtEnd)
        source.stop(Stop())
        #expect(source.isAtEnd && source.failure is Stop)
        #expect(source.readUnit { text } == nil)
    }
}
