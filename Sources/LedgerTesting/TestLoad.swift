/// Years of a shop, as inputs in the order in which they are signed.
///
/// Deterministic: the same seed and size give the same inputs, up to the signatures. What is in
/// hand grows with the lines that are alive, not with the length: ten million events take minutes,
/// most of it for signatures, which can be made on every core (`TestLoadInput.token(by:)`).
///
/// Seven in ten lines are subscriptions of a week, a month or a year that renew, are cancelled,
/// fail to be charged and recover or not, are refunded or upgraded; one renewal in five is also
/// sent up by the app. The rest are consumables, which some customers buy far more often than
/// others, and purchases for ever.
public struct TestLoad: Sendable, Sequence, IteratorProtocol {
    /// When the shop opens: 2021-01-01, milliseconds since 1970.
    public static let firstDate: Int64 = 1_609_459_200_000
    /// When the story ends: five years later.
    public static let lastDate: Int64 = 1_767_225_600_000
    /// Lines come up to this date, so that each has some time to live.
    private static let lastFirstDate: Int64 = 1_751_328_000_000
    /// Where Apple's numbers begin.
    private static let firstTransactionID: Int64 = 410_000_000_000_000

    /// How many customers there are.
    public let customerCount: Int

    private let lineCount: Int
    private let seed: UInt64
    private var begunCount = 0
    private var nextTransactionID = firstTransactionID
    private var inputCount: UInt64 = 0
    /// The lines that are alive, as a heap by date.
    private var alive: [TestLoadLine] = []

    /// Makes a load.
    ///
    /// - Parameters:
    ///   - lineCount: lines of purchases; each brings some 24 events.
    ///   - seed: what everything follows from.
    public init(lineCount: Int, seed: UInt64 = 1) {
        self.lineCount = lineCount
        self.seed = seed
        customerCount = Swift.max(1, lineCount / 2)
    }

    /// The next input; nil at the end of the story.
    ///
    /// - Complexity: O(log n) in the lines that are alive.
    public mutating func next() -> TestLoadInput? {
        while begunCount < lineCount {
            let date = dateOfLine(begunCount)
            if let first = alive.first, first.date <= date { break }
            let line = TestLoadLine(
                seed: TestRandom.mix(seed &+ UInt64(begunCount) &* 0x9E37_79B9_7F4A_7C15),
                date: date, customerCount: customerCount)
            begunCount += 1
            push(line)
        }
        guard var line = alive.first, line.date < Self.lastDate else { return nil }
        let input = line.advance(nextTransactionID: &nextTransactionID, number: inputCount)
        inputCount += 1
        replaceFirst(with: line.hasEnded ? nil : line)
        return input
    }

    /// When a line begins: they come evenly.
    private func dateOfLine(_ index: Int) -> Int64 {
        let span = Double(Self.lastFirstDate - Self.firstDate)
        return Self.firstDate + Int64(span * Double(index) / Double(lineCount))
    }

    private mutating func push(_ line: TestLoadLine) {
        alive.append(line)
        var index = alive.count - 1
        while index > 0, alive[index].date < alive[(index - 1) / 2].date {
            alive.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func replaceFirst(with line: TestLoadLine?) {
        if let line {
            alive[0] = line
        } else {
            let last = alive.removeLast()
            if alive.isEmpty { return }
            alive[0] = last
        }
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < alive.count && alive[child].date < alive[least].date {
                least = child
            }
            if least == index { return }
            alive.swapAt(index, least)
            index = least
        }
    }
}

/// Names of customers.
extension TestLoad {
    /// The `appAccountToken` of a customer.
    ///
    /// - Parameter customer: a number below `customerCount`.
    /// - Returns: a UUID in lower case.
    public static func appAccountToken(of customer: Int) -> String {
        uuid(of: UInt64(truncatingIfNeeded: customer), kind: 1)
    }

    /// The `appTransactionId` of a customer.
    static func appTransactionID(of customer: Int) -> String {
        String(704_000_000_000_000_000 + customer)
    }

    /// A UUID of version 4 in form.
    static func uuid(of number: UInt64, kind: UInt64) -> String {
        let high = TestRandom.mix(number &* 4 &+ kind) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low =
            TestRandom.mix(high ^ number) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in (0..<16).map({ index in
            UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - index % 8 * 8))
        }).enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(0x2D) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
