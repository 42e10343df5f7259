import Dispatch
import Synchronization
import Testing

@testable import Ledger

@Suite("Desks of questions")
struct QueryDeskTests {
    @Test("One question after the other has the same desk, two at once have two")
    func lending() {
        let desks = QueryDesks()
        let first = desks.lend { ObjectIdentifier($0) }
        desks.lend { outer in
            #expect(ObjectIdentifier(outer) == first)
            desks.lend { inner in #expect(outer !== inner) }
        }
    }

    @Test("Closed desks keep nothing: neither what rests nor what is given back later")
    func closing() {
        let desks = QueryDesks()
        weak var resting: QueryDesk?
        desks.lend { resting = $0 }
        #expect(resting != nil)
        weak var lent: QueryDesk?
        desks.lend { first in
            desks.lend { lent = $0 }
            #expect(lent != nil)
            #expect(first === resting)
            desks.close()
            #expect(lent == nil)
        }
        #expect(resting == nil)
        desks.lend { lent = $0 }
        #expect(lent == nil)
    }

    @Test("Desks that are closed while others ask are all gone when the last one has asked")
    func closingMeanwhile() {
        struct Held: @unchecked Sendable { weak var desk: QueryDesk? }
        for _ in 0..<50 {
            let desks = QueryDesks()
            let held = Lock<[Held]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                for _ in 0..<20 {
                    desks.lend { desk in held.withLock { $0.append(Held(desk: desk)) } }
                }
                if number == 4 { desks.close() }
            }
            let leftCount = held.withLock { $0.count { $0.desk != nil } }
            #expect(leftCount == 0)
        }
    }

    @Test("No desk is lent to two threads at once, and every one rests or is gone in the end")
    func threads() {
        let desks = QueryDesks()
        let lent = Lock<[ObjectIdentifier: Int]>([:])
        let shared = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 40) { _ in
            for _ in 0..<200 {
                desks.lend { desk in
                    let identity = ObjectIdentifier(desk)
                    let count = lent.withLock { lent in
                        lent[identity, default: 0] += 1
                        return lent[identity, default: 0]
                    }
                    if count > 1 { shared.add(1, ordering: .relaxed) }
                    lent.withLock { $0[identity, default: 0] -= 1 }
                }
            }
        }
        #expect(shared.load(ordering: .relaxed) == 0)
        #expect(lent.withLock { $0.values.allSatisfy { $0 == 0 } })
    }

    @Test("More desks than places are lent all the same")
    func manyAtOnce() {
        let desks = QueryDesks()
        var seen: Set<ObjectIdentifier> = []
        func nest(_ depth: Int) {
            desks.lend { desk in
                seen.insert(ObjectIdentifier(desk))
                if depth > 1 { nest(depth - 1) }
            }
        }
        nest(IdlePlaces.countMax + 4)
        #expect(seen.count == IdlePlaces.countMax + 4)
    }
}
