@testable internal import Ledger

/// One thing done to a table or asked of it, drawn at random, and what comes of it.
enum PlannedOperation: Sendable {
    case get([UInt8])
    case contains([UInt8])
    case put([UInt8], [UInt8])
    case insert([UInt8], [UInt8])
    case append([UInt8], [UInt8])
    case delete([UInt8])
    case forEach(LMDBRange, reverse: Bool, max: Int)
    case first(LMDBRange)
    case last(LMDBRange)
    case prefixWalk([UInt8])
    case moves([Move])
    case count

    /// A step of a cursor.
    enum Move: Sendable {
        case first, last, next, previous
        case seek([UInt8])
        case seekPrefix([UInt8])
    }

    /// What an operation answers: rows and numbers, or an error.
    struct Answer: Equatable {
        var rows: [[UInt8]?] = []
        var flags: [Bool] = []
        var count = 0
        var error: StorageError?
        var changes = 0
    }

    /// Does the operation in a transaction of either form.
    func run(
        on table: LMDBTable, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Answer {
        var answer = Answer()
        let before = transaction.changeCount
        do {
            try run(on: table, in: transaction, &answer)
        } catch let error as StorageError {
            answer.error = error
        }
        answer.changes = transaction.changeCount - before
        return answer
    }

    private func run(
        on table: LMDBTable, in transaction: borrowing LMDBWriteTransaction, _ answer: inout Answer
    ) throws {
        switch self {
        case .get(let key):
            answer.rows.append(
                try table.get(key.bytes, in: transaction) { [UInt8](copying: $0) })
        case .contains(let key):
            answer.flags.append(try table.contains(key.bytes, in: transaction))
        case .put(let key, let value):
            try table.put(key.bytes, value.bytes, in: transaction)
        case .insert(let key, let value):
            try table.insert(key.bytes, value.bytes, in: transaction)
        case .append(let key, let value):
            try table.append(key.bytes, value.bytes, in: transaction)
        case .delete(let key):
            answer.flags.append(try table.delete(key.bytes, in: transaction))
        case .count:
            answer.count = try table.count(in: transaction)
        case .forEach, .first, .last, .prefixWalk:
            try walk(table, in: transaction, &answer)
        case .moves(let moves):
            try move(moves, table, in: transaction, &answer)
        }
    }

    private func walk(
        _ table: LMDBTable, in transaction: borrowing LMDBWriteTransaction, _ answer: inout Answer
    ) throws {
        switch self {
        case .forEach(let range, let reverse, let max):
            try table.forEach(range, reverse: reverse, in: transaction) { key, value in
                answer.rows += [[UInt8](copying: key), [UInt8](copying: value)]
                return answer.rows.count < 2 * max
            }
        case .first(let range):
            _ = try table.first(range, in: transaction) { key, value in
                answer.rows += [[UInt8](copying: key), [UInt8](copying: value)]
            }
        case .last(let range):
            _ = try table.last(range, in: transaction) { key, value in
                answer.rows += [[UInt8](copying: key), [UInt8](copying: value)]
            }
        case .prefixWalk(let bytes):
            var cursor: LMDBCursor?
            var prefix = LMDBKey()
            prefix.append(bytes: bytes)
            try table.forEach(prefix: prefix, keeping: &cursor, in: transaction) { key in
                answer.rows.append([UInt8](copying: key))
                return true
            }
        default: break
        }
    }

    private func move(
        _ moves: [Move], _ table: LMDBTable, in transaction: borrowing LMDBWriteTransaction,
        _ answer: inout Answer
    ) throws {
        try table.withCursor(in: transaction) { cursor in
            for move in moves {
                let found =
                    switch move {
                    case .first: try cursor.first()
                    case .last: try cursor.last()
                    case .next: try cursor.next()
                    case .previous: try cursor.previous()
                    case .seek(let key): try cursor.seek(key.bytes)
                    case .seekPrefix(let bytes): try Self.seek(bytes, &cursor)
                    }
                answer.flags.append(found)
                answer.rows += [[UInt8](copying: cursor.key), [UInt8](copying: cursor.value)]
            }
        }
    }

    private static func seek(_ bytes: [UInt8], _ cursor: inout LMDBCursor) throws -> Bool {
        var prefix = LMDBKey()
        prefix.append(bytes: bytes)
        return try cursor.seek(prefix: prefix)
    }
}

/// Draws operations with few keys, so that they meet.
struct PlannedOperationSource {
    private var random: SeededGenerator
    /// Long values and keys are rare: each costs pages.
    private let longEvery: Int

    init(seed: UInt64, longEvery: Int = 25) {
        random = SeededGenerator(seed: seed)
        self.longEvery = longEvery
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Few distinct bytes, among them the extremes: prefixes, neighbours and zeros are common.
    mutating func key() -> [UInt8] {
        let alphabet: [UInt8] = [0x00, 0x01, 0x80, 0xFF]
        switch below(4 * longEvery) {
        case 0: return []
        case 1: return [UInt8](repeating: 0x80, count: 512)
        case 2, 3, 4: return [UInt8](repeating: 0x80, count: 510) + [alphabet[below(4)]]
        case 5...(longEvery):
            // The same first eight bytes: the rest decides.
            return [1, 1, 1, 1, 1, 1, 1, 1] + (0..<below(3)).map { _ in alphabet[below(4)] }
        default: return (0...below(3)).map { _ in alphabet[below(4)] }
        }
    }

    /// A key that is likely to come last, and then once more behind it.
    mutating func lateKey() -> [UInt8] {
        below(4) == 0 ? key() : [0xFF, 0xFF, UInt8(below(256)), UInt8(below(256))]
    }

    mutating func value() -> [UInt8] {
        let count = below(longEvery) == 0 ? 3_000 + below(6_000) : below(40)
        return [UInt8](repeating: UInt8(below(256)), count: count)
    }

    mutating func range() -> LMDBRange {
        func made(_ bytes: [UInt8]) -> LMDBKey {
            var key = LMDBKey()
            key.append(bytes: bytes)
            return key
        }
        return switch below(5) {
        case 0: .all
        case 1: .bounds(from: made(key()), through: made(key()))
        case 2: .bounds(from: made(key()), through: nil)
        case 3: .bounds(from: nil, through: made(key()))
        default: .prefix(made([UInt8](key().prefix(2))))
        }
    }

    mutating func moves() -> [PlannedOperation.Move] {
        (0..<(1 + below(12))).map { _ in
            switch below(12) {
            case 0: .first
            case 1: .last
            case 2: .seek(key())
            case 3: .seekPrefix([UInt8](key().prefix(2)))
            case 4...7: .next
            default: .previous
            }
        }
    }

    mutating func next() -> PlannedOperation {
        switch below(24) {
        case 0, 1: .get(key())
        case 2: .contains(key())
        case 3...6: .put(key(), value())
        case 7, 8: .insert(key(), value())
        case 9...11: .append(lateKey(), value())
        case 12...15: .delete(key())
        case 16, 17: .forEach(range(), reverse: below(2) == 0, max: 1 + below(60))
        case 18: .first(range())
        case 19: .last(range())
        case 20: .prefixWalk([UInt8](key().prefix(2)))
        case 21: .count
        default: .moves(moves())
        }
    }
}
