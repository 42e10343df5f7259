internal import Testing

@testable internal import Ledger

@Suite("Planned transactions answer as direct ones do")
struct PlannedTransactionPropertyTests {
    /// A store with a few tables that both sides begin with.
    private struct Side {
        let store: TemporaryStore
        let tables: [LMDBTable]

        init(_ rows: [(table: Int, key: [UInt8], value: [UInt8])]) throws {
            store = try TemporaryStore()
            let environment = store.environment
            let tables = try environment.openTables(["a", "b", "c"])
            try environment.write { transaction in
                for row in rows {
                    try tables[row.table].put(row.key.bytes, row.value.bytes, in: transaction)
                }
            }
            self.tables = tables
        }

        var environment: LMDBEnvironment { store.environment }

        /// Every row of every table.
        func rows() throws -> [[[UInt8]]] {
            try environment.read { transaction in
                try tables.map { table in
                    var rows: [[UInt8]] = []
                    try table.forEach(in: transaction) { key, value in
                        rows += [[UInt8](copying: key), [UInt8](copying: value)]
                        return true
                    }
                    return rows
                }
            }
        }
    }

    private typealias Step = (table: Int, operation: PlannedOperation)

    private static func run(
        _ steps: [Step], on side: Side, in transaction: borrowing LMDBWriteTransaction
    ) throws -> [PlannedOperation.Answer] {
        var answers: [PlannedOperation.Answer] = []
        for step in steps {
            answers.append(try step.operation.run(on: side.tables[step.table], in: transaction))
        }
        return answers
    }

    /// Rows that are committed before both sides begin.
    private static func rows(
        _ source: inout PlannedOperationSource
    ) -> [(table: Int, key: [UInt8], value: [UInt8])] {
        // The last table begins empty.
        (0..<source.below(120)).compactMap { _ in
            let (key, value) = (source.key(), source.value())
            return (1...511).contains(key.count) ? (source.below(2), key, value) : nil
        }
    }

    private static func steps(_ source: inout PlannedOperationSource, _ count: Int) -> [Step] {
        (0..<count).map { _ in (source.below(3), source.next()) }
    }

    private static func expectSame(
        _ planned: [PlannedOperation.Answer], _ direct: [PlannedOperation.Answer], _ steps: [Step]
    ) {
        let different = planned.indices.first { planned[$0] != direct[$0] }
        guard let different else { return }
        Issue.record(
            """
            step \(different): \(steps[different])
            planned \(planned[different])
            direct \(direct[different])
            """)
    }

    @Test("Two layers answer as one transaction does, and make the same store", arguments: 1...24)
    func layers(seed: UInt64) throws {
        print("seed", seed)
        var source = PlannedOperationSource(seed: seed, longEvery: seed % 3 == 0 ? 8 : 60)
        let rows = Self.rows(&source)
        let (direct, planned) = (try Side(rows), try Side(rows))
        // With every other seed the earlier layer is in the snapshot of the own one.
        let isCommittedBefore = seed % 2 == 0
        var (earlier, own) = (PlannedChanges(), PlannedChanges())
        var hasEarlier = false
        for _ in 0..<5 {
            let steps = Self.steps(&source, 100 + source.below(200))
            let transaction = try direct.environment.beginWriting()
            let expected = try Self.run(steps, on: direct, in: transaction)
            try transaction.commit()
            let found = try planned.environment.plan(
                into: own, over: hasEarlier ? earlier : nil
            ) { try Self.run(steps, on: planned, in: $0) }
            Self.expectSame(found, expected, steps)
            own.sort()
            if hasEarlier, !isCommittedBefore {
                try planned.environment.write { try earlier.make(in: $0) }
            }
            if isCommittedBefore { try planned.environment.write { try own.make(in: $0) } }
            earlier.removeAll()
            swap(&own, &earlier)
            hasEarlier = true
        }
        if !isCommittedBefore { try planned.environment.write { try earlier.make(in: $0) } }
        #expect(try planned.rows() == direct.rows())
        planned.environment.close()
    }

    @Test("Many changes of one table, in any order, with and without a cursor", arguments: 1...4)
    func many(seed: UInt64) throws {
        print("seed", seed)
        var source = PlannedOperationSource(seed: seed)
        let (direct, planned) = (try Side([]), try Side([]))
        var steps: [Step] = (0..<3_000).map { _ in
            let key = LMDBKey(UInt64(source.below(2_000)) << UInt64(source.below(40)))
            let bytes = [UInt8](copying: key.bytes)
            return (0, source.below(5) == 0 ? .delete(bytes) : .put(bytes, bytes))
        }
        if seed % 2 == 0 { steps.insert((0, .moves([.last])), at: 300) }
        steps.append((0, .count))
        steps.append((0, .forEach(.all, reverse: false, max: 10_000)))
        steps.append((0, .forEach(.all, reverse: true, max: 10_000)))
        let expected = try direct.environment.write { try Self.run(steps, on: direct, in: $0) }
        let changes = PlannedChanges()
        let found = try planned.environment.plan(into: changes, over: nil) {
            try Self.run(steps, on: planned, in: $0)
        }
        Self.expectSame(found, expected, steps)
        try planned.environment.write { try changes.make(in: $0) }
        #expect(try planned.rows() == direct.rows())
        #expect(try planned.rows()[0].count > 1_000)
    }
}
