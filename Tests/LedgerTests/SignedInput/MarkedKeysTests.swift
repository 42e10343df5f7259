import Testing

@testable import Ledger

@Suite("A payload's kind is the same from its members as from its bytes")
struct MarkedKeysTests {
    /// Both ways of telling the kind of random objects that a type's keys are in, some of them
    /// null.
    private func check<Payload: SignedPayload>(_ type: Payload.Type, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = Payload.Key.allCases.map(\.rawValue)
        for _ in 0..<400 {
            let count = Int.random(in: 0...4, using: &generator)
            let chosen = Set(
                (0..<count).map { _ in names.randomElement(using: &generator) ?? "" })
            var members = JSONMembers()
            var json: [String] = []
            for name in chosen {
                let isNull = Bool.random(using: &generator)
                json.append("\"\(name)\":\(isNull ? "null" : "1")")
                if isNull { continue }
                members.known |= 1 << UInt64(try #require(names.firstIndex(of: name)))
            }
            let payload = Array("{\(json.joined(separator: ","))}".utf8)
            let kind = Payload.markedKeys.kind(of: members)
            #expect(try kind == PayloadKind(of: payload), "seed \(seed): \(json)")
        }
    }

    @Test("For every type of payload", arguments: [UInt64(31), 32])
    func kinds(seed: UInt64) throws {
        try check(Transaction.self, seed: seed)
        try check(RenewalInfo.self, seed: seed)
        try check(AppTransaction.self, seed: seed)
        try check(StoreNotification.self, seed: seed)
    }

    @Test("Reading says which members there are, and which are null or unknown")
    func members() throws {
        let texts: [(json: String, known: Int, hasUnknown: Bool)] = [
            ("{}", 0, false), (#"{"transactionId":"1"}"#, 1, false),
            (#"{"transactionId":null}"#, 0, false), (#"{"other":1,"type":"a"}"#, 1, true),
            (#"{"transaction\u0049d":"1","bundleId":"b","other":null}"#, 2, true),
        ]
        for text in texts {
            var members = JSONMembers()
            var tokens = InnerTokens()
            _ = try Transaction(payload: Array(text.json.utf8), members: &members, tokens: &tokens)
            #expect(members.known.nonzeroBitCount == text.known)
            #expect(members.hasUnknown == text.hasUnknown)
        }
    }
}
