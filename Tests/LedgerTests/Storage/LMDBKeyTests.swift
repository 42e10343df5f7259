internal import Testing

@testable internal import Ledger

@Suite("Keys")
struct LMDBKeyTests {
    private func bytes(_ build: (inout LMDBKey) -> Void) -> [UInt8] {
        var key = LMDBKey()
        build(&key)
        return [UInt8](copying: key.bytes)
    }

    @Test("Numbers are big-endian")
    func bigEndian() {
        let built = bytes {
            $0.append(bigEndian: UInt32(0x0102_0304))
            $0.append(bigEndian: UInt64(5))
            $0.append(6)
        }
        #expect(built == [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 5, 6])
    }

    @Test("Signed numbers keep their order as bytes")
    func sortable() {
        let numbers: [Int64] = [.min, .min + 1, -256, -1, 0, 1, 255, 256, .max - 1, .max]
        let keys = numbers.map { number in bytes { $0.append(sortable: number) } }
        for (left, right) in zip(keys, keys.dropFirst()) {
            #expect(left.lexicographicallyPrecedes(right))
        }
    }

    @Test("A key of any length holds what was appended, in the key itself or on the heap")
    func lengths() {
        for count in 0...200 {
            let all = (0..<count).map { UInt8($0) }
            var key = LMDBKey()
            key.append(bytes: Array(all.prefix(count / 2)))
            let rest = Array(all.dropFirst(count / 2))
            key.append(bytes: rest.bytes)
            #expect([UInt8](copying: key.bytes) == all)
            #expect(key.count == count)
            #expect(all.indices.allSatisfy { key.byte(at: $0) == all[$0] })
        }
    }

    @Test("Spans compare as arrays do")
    func comparing() {
        let samples: [[UInt8]] = [[], [0], [0, 0], [0, 255], [1], [127], [128], [255], [255, 0]]
        for left in samples {
            for right in samples {
                #expect(left.bytes.isAfter(right.bytes) == right.lexicographicallyPrecedes(left))
                #expect(left.bytes.starts(with: right.bytes) == left.starts(with: right))
            }
        }
    }
}
