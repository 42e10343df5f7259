internal import Testing

@testable internal import Ledger

@Suite("Transactions")
struct LMDBTransactionTests {
    @Test("A committed change is seen by later reads, an aborted one by none")
    func commitAndAbort() throws {
        let store = try TemporaryStore()
        do {
            let transaction = try store.environment.beginWriting()
            try store.table.put([1].bytes, [10].bytes, in: transaction)
            #expect(try store.table.contains([1].bytes, in: transaction))
            #expect(try store.value([1]) == nil)
            try transaction.commit()
        }
        do {
            let transaction = try store.environment.beginWriting()
            try store.table.put([2].bytes, [20].bytes, in: transaction)
            #expect(transaction.changeCount == 1)
        }
        #expect(try store.value([1]) == [10])
        #expect(try store.value([2]) == nil)
    }

    @Test("A closure that throws undoes its transaction, and the next writer can begin")
    func throwingBodyAborts() throws {
        struct Refused: Error {}
        let store = try TemporaryStore()
        #expect(throws: Refused.self) {
            try store.environment.write { transaction in
                try store.table.put([1].bytes, [1].bytes, in: transaction)
                throw Refused()
            }
        }
        try store.put([2], [2])
        #expect(try store.keys() == [[2]])
    }
}
