import Testing

@testable import Ledger

@Suite("Texts of symbols")
struct SymbolTextsTests {
    @Test("A copy keeps what it had while texts are added, over several pieces")
    func pieces() {
        var texts = SymbolTexts()
        var copies: [SymbolTexts] = []
        for number in 0..<1_000 {
            copies.append(texts)
            texts.append("text \(number)")
        }
        func text(_ offset: Int, _ texts: SymbolTexts) -> String? {
            texts.text(of: Symbol(number: BuiltInSymbols.firstFreeNumber + UInt32(offset)))
        }
        for number in 0..<1_000 {
            #expect(text(number, texts) == "text \(number)")
            #expect(text(number, copies[number]) == nil)
            #expect(number == 0 || text(number - 1, copies[number]) == "text \(number - 1)")
        }
        #expect(text(1_000, texts) == nil)
        #expect(texts.text(of: Symbol(number: 0)) == nil)
        #expect(texts.text(of: Symbol(number: 1)) == BuiltInSymbols.texts[0])
    }
}
