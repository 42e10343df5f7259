import LedgerTesting

@testable import Ledger

/// The digest that a ledger would give a content, computed without one.
struct ModelDigester: SymbolInterning {
    private var texts: [String] = []
    private var symbols: [String: Symbol] = [:]

    mutating func symbol(for text: String) -> Symbol {
        if let symbol = symbols[text] { return symbol }
        texts.append(text)
        let symbol = Symbol(number: UInt32(texts.count - 1))
        symbols[text] = symbol
        return symbol
    }

    func text(of symbol: Symbol) -> String { texts[Int(symbol.number)] }

    mutating func digest(ofTransaction json: TestJSON) throws -> UInt64 {
        var fields = Self.empty(.transaction)
        try fields.set(Transaction(payload: json.json), interner: &self)
        return try digest(fields, json)
    }

    mutating func digest(ofRenewal json: TestJSON) throws -> UInt64 {
        var fields = Self.empty(.renewalInfo)
        try fields.set(RenewalInfo(payload: json.json), interner: &self)
        return try digest(fields, json)
    }

    private static func empty(_ kind: EventKind) -> EventFields {
        EventFields(kind: kind, recordedAt: .distantPast, effectiveAt: .distantPast)
    }

    private func digest(_ fields: EventFields, _ json: TestJSON) throws -> UInt64 {
        var content = try ContentDigester<any Error>.content(of: fields) { symbol in
            text(of: symbol)
        }
        let token = AccountToken(signedText: json["appAccountToken"]?.stringValue)
        content.append(
            ContentDigester<any Error>.mark(isNotification: false, hasToken: token != nil))
        return try SHA256().leadingNumber(of: content)
    }
}
