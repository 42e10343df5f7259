import Testing

@testable import Ledger

@Suite("An event read from its leaf")
struct LoggedEventTests {
    @Test("The texts of every symbol that a record names are in its leaf")
    func texts() async throws {
        for entry in try await ProvenLedger.shared.value.entries {
            let event = try LoggedEvent(leafInput: entry.leafInput)
            var named = NamedSymbols()
            try named.collect(from: event.fields)
            for symbol in named.inOrder {
                let text = try #require(event.text(of: symbol))
                #expect(event.symbol(of: text) == symbol)
            }
            #expect(event.text(of: Symbol(number: 0)) == nil)
            #expect(event.text(of: Symbol(number: .max)) == nil)
            #expect(event.text(of: BuiltInSymbols.purchased) == "PURCHASED")
        }
    }

    @Test("A leaf that is cut, lengthened, or has other texts than its record names is refused")
    func damaged() async throws {
        let entry = try await ProvenLedger.shared.value.entries[2]
        let input = entry.leafInput
        for count in 0..<input.count {
            #expect(
                NoteSupport.isRefused { _ = try LoggedEvent(leafInput: Array(input[..<count])) })
        }
        #expect(NoteSupport.isRefused { _ = try LoggedEvent(leafInput: input + [0]) })
        let more: [UInt8] = [0, 0xFF, 0, 0, 1, 0, 0, 0, 65]
        #expect(NoteSupport.isRefused { _ = try LoggedEvent(leafInput: input + more) })
    }

    @Test("Any changed bit of a leaf is refused or reads as another event, never as the same")
    func flipped() async throws {
        let entry = try await ProvenLedger.shared.value.entries[2]
        let event = try LoggedEvent(leafInput: entry.leafInput)
        for (bit, changed) in NoteSupport.flipped(entry.leafInput) {
            #expect((try? LoggedEvent(leafInput: changed)) != event, "bit \(bit)")
        }
    }
}
