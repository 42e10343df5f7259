import Testing

@testable import Ledger

/// Properties that hold however the bytes are cut, shortened or damaged.
@Suite struct InputChunkTests {
    @Test("Cutting the bytes into chunks changes nothing", arguments: SampleInputs.all)
    func chunks(text: String) {
        let bytes = Array(text.utf8)
        let whole = elements(of: bytes)
        for size in 1...max(bytes.count, 1) {
            #expect(elements(of: bytes, chunkBytes: size) == whole, "chunks of \(size)")
        }
    }

    @Test("Random cuts change nothing", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func randomCuts(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = Array(SampleInputs.all.shuffled(using: &generator).joined(separator: "\n").utf8)
        var reader = InputReader()
        var found: [InputElement] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 0...40, using: &generator))
            found += reader.read(bytes.span.extracting(start..<end))
            start = end
        }
        found += reader.finish()
        #expect(found == elements(of: bytes), "seed \(seed)")
    }

    @Test("A shortened document gives some of its inputs, and says that it is short")
    func truncations() {
        for text in SampleInputs.shapes {
            let bytes = Array(text.utf8)
            let whole = elements(of: bytes).map(\.content)
            for count in 0..<bytes.count {
                let found = elements(of: Array(bytes[..<count])).map(\.content)
                let inputs = found.filter { if case .input = $0 { true } else { false } }
                // A shortened bare token is a token still; everything else is whole or not there.
                let strange = inputs.filter { !whole.contains($0) }
                #expect(strange.count <= 1 && found.count - inputs.count <= 2)
                for case .input(let input) in strange {
                    guard case .unrecognized = input else {
                        Issue.record("\(input) of the first \(count) bytes")
                        continue
                    }
                }
            }
        }
    }

    @Test(
        "A line before and a line after any damage are found", arguments: [11, 12, 13] as [UInt64])
    func mutations(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let special = Array("{}[]\":,\\u.0-tfn \n\r".utf8) + [0, 0xFF, 0xC3, 0xEF]
        for round in 0..<1_500 {
            let text = SampleInputs.all[round % SampleInputs.all.count]
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                let byte = special.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = byte
                case 1: bytes.insert(byte, at: index)
                default: bytes.remove(at: index)
                }
                if bytes.isEmpty { break }
            }
            let before = Array("y.y.y\n".utf8)
            // The broken value may swallow a bare token as the text of a syntax error, so that two
            // lines follow: an error resumes at the second one at the latest.
            let after = Array("\nz.z.z\n{\"signedPayload\":\"z.z.z\"}\nz.z.z\n".utf8)
            let all = before + bytes + after
            let found = elements(of: all)
            #expect(found.first?.content == .input(.unrecognized(Array("y.y.y".utf8))))
            #expect(
                found.contains { $0.content == .input(.notification(Array("z.z.z".utf8))) },
                "seed \(seed), round \(round)")
            #expect(found == elements(of: all, chunkBytes: 1), "seed \(seed), round \(round)")
        }
    }

    @Test("A long line of anything is passed over in constant memory")
    func longLine() {
        for start in ["", "[\"", "{\"signedPayload\":\"", "{\"other\":\"", "\"a."] {
            var reader = InputReader()
            var found = reader.read(Array(start.utf8).span)
            let chunk = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
            for _ in 0..<8 {
                found += reader.read(chunk.span)
                #expect(reader.text.bytes.count <= InputLimits.tokenBytesMax)
            }
            found += reader.read(Array("\nd.e.f\n".utf8).span)
            found += reader.finish()
            #expect(found.count == 2)
            #expect(found.last?.summary == "2 unrecognized d.e.f")
        }
    }

    @Test("A page of any length on one line is handed out as it is read")
    func longPage() {
        var reader = InputReader()
        #expect(
            reader.read(Array(#"{"hasMore":false,"signedTransactions":["a.b.c""#.utf8).span).count
                == 1)
        let token = ",\"" + String(repeating: "abcdefgh", count: 600) + ".b.c\""
        let chunk = Array(String(repeating: token, count: 100).utf8)
        var count = 0
        for _ in 0..<60 {
            let found = reader.read(chunk.span)
            count += found.count
            #expect(reader.frames.count == 2 && reader.elements.isEmpty)
        }
        #expect(count == 6_000)
        #expect(reader.read(Array("]}".utf8).span).isEmpty && reader.finish().isEmpty)
    }
}
