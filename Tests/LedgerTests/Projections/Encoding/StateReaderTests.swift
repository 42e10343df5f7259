import Testing

@testable import Ledger

@Suite("Numbers of stored states")
struct StateReaderTests {
    /// Numbers of every length, around each border.
    private static let numbers: [UInt64] =
        (0..<64).flatMap { (bit: UInt64) -> [UInt64] in
            let top: UInt64 = 1 << bit
            return [top, top - 1, top | 0x5555_5555_5555_5555 >> (63 - bit)]
        } + [.max]

    /// The error of reading one number; nil where it can be read.
    private func failure(_ bytes: [UInt8]) -> RecordError? {
        do throws(RecordError) {
            var reader = unsafe try StateReader(bytes.span.bytes)
            _ = try reader.read()
            return nil
        } catch {
            return error
        }
    }

    @Test("A number of any length is read back, at the end of a state and before more of it")
    func readBack() throws {
        for number in Self.numbers {
            for paddingCount in [0, 1, 7, 8, 20] {
                var writer = StateWriter()
                writer.write(number)
                for _ in 0..<paddingCount { writer.write(UInt64(0x7F)) }
                let bytes = writer.finish()
                var reader = unsafe try StateReader(bytes.span.bytes)
                let first = try reader.read()
                #expect(first == number)
                for _ in 0..<paddingCount {
                    let next = try reader.read()
                    #expect(next == 0x7F)
                }
                let isAtEnd = reader.isAtEnd
                #expect(isAtEnd)
            }
        }
    }

    @Test("A number that is cut is refused, wherever it is cut")
    func cuts() {
        for number in Self.numbers where number >= 0x80 {
            var writer = StateWriter()
            writer.write(number)
            let bytes = writer.finish()
            for count in 2..<bytes.count {
                #expect(failure(Array(bytes.prefix(count))) == .truncated)
            }
        }
    }

    @Test("A number of more than 64 bits is refused, with more behind it or not")
    func tooLong() {
        for padding in [[], [UInt8](repeating: 0, count: 12)] {
            let front = StateWriter().finish() + [UInt8](repeating: 0xFF, count: 9)
            #expect(failure(front + [0x01] + padding) == nil)
            #expect(failure(front + [0x02] + padding) == StateReader.invalid)
            #expect(failure(front + [0x81] + padding) == StateReader.invalid)
        }
    }

    @Test("A state gives back every symbol and account that it names", arguments: [1, 15, 17, 300])
    func tables(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let numbers = (0..<count).map { _ in
            let shift = UInt32.random(in: 0...31, using: &random)
            return UInt32.random(in: 0...(.max >> shift), using: &random)
        }
        let order = (0..<count * 2).map { _ in Int.random(in: 0..<count, using: &random) }
        var writer = StateWriter()
        for place in order {
            writer.write(Symbol(number: numbers[place]))
            writer.write(IdentityNumber(number: numbers[place]))
        }
        let bytes = writer.finish()
        var reader = unsafe try StateReader(bytes.span.bytes)
        for place in order {
            let symbol = try reader.readSymbol()
            let account = try reader.readAccount()
            #expect(symbol.number == numbers[place])
            #expect(account.number == numbers[place])
        }
        let isAtEnd = reader.isAtEnd
        #expect(isAtEnd)
    }

    @Test("A place outside the table is refused", arguments: [1, UInt64.max])
    func outside(place: UInt64) throws {
        var writer = StateWriter()
        writer.write(Name.bob)
        writer.write(place)
        let bytes = writer.finish()
        var reader = unsafe try StateReader(bytes.span.bytes)
        let account = try reader.readAccount()
        #expect(account == Name.bob)
        var failure: RecordError?
        do throws(RecordError) { _ = try reader.readAccount() } catch { failure = error }
        #expect(failure == StateReader.invalid)
    }
}
