@testable import Ledger

/// One field of the record format, as the code has it.
struct FieldDescription: Hashable {
    let number: UInt8
    let name: String
    let type: String
}

/// Collects every field in the order in which it is visited.
struct FieldList: EventFieldVisitor {
    private(set) var fields: [FieldDescription] = []

    static func all() throws -> [FieldDescription] {
        var list = FieldList()
        var event = EventFields(
            kind: .transaction, recordedAt: .distantPast, effectiveAt: .distantPast)
        try event.accept(&list)
        return list.fields
    }

    private mutating func add(_ number: UInt8, _ name: StaticString, _ type: String) {
        fields.append(FieldDescription(number: number, name: "\(name)", type: type))
    }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { true }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        add(number, name, "symbol")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        add(number, name, "identity")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        add(number, name, "identifier")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        add(number, name, "instant")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {
        add(number, name, "uint64")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        add(number, name, "int64")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        add(number, name, "int32")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        add(number, name, "boolean")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {
        add(number, name, "digest")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        add(number, name, "bytes")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        add(number, name, "packed text")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        add(number, name, "symbols")
    }
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {
        add(number, name, "identity definitions")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?) {
        add(number, name, "symbol definitions")
    }
}

/// Gives the fields of some numbers values that follow from the numbers.
struct FieldFiller: EventFieldVisitor {
    let numbers: Set<UInt8>

    private func has(_ number: UInt8) -> Bool { numbers.contains(number) }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { true }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        if has(number) { value = Symbol(number: 1024 + UInt32(number)) }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        if has(number) { value = IdentityNumber(number: UInt32(number)) }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        guard has(number) else { return }
        value =
            number == 12
            ? StoreIdentifier(symbol: Symbol(number: 2_000))
            : StoreIdentifier(bits: 2_000_000_000_000_000 + UInt64(number))
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        guard has(number) else { return }
        let sign: Int64 = number == 16 ? -1 : 1
        value = Instant(millisecondsSince1970: sign * (1_700_000_000_000 + Int64(number)))
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {
        if has(number) { value = UInt64(number) << 40 | 1 }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        if has(number) { value = number == 38 ? -9_990 : Int64(number) * 1_000 }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        if has(number) { value = number == 23 ? -1 : Int32(number) }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        if has(number) { value = number == 26 }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {
        if has(number) { value = Digest(bytes: (0..<32).map { UInt8($0) ^ number }) }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        if has(number) { value = Array("order-\(number)".utf8) }
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        guard has(number) else { return }
        value = PackedText(
            number == 82 ? "002e14d5-51f5-4503-b5a8-c3a1af68eb20" : "Ärger \(number)")
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        if has(number) {
            value = number == 59 ? [] : [Symbol(number: 1), Symbol(number: 1024 + UInt32(number))]
        }
    }
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {
        guard has(number) else { return }
        value = [
            IdentityDefinition(
                identity: IdentityNumber(number: 2),
                saltedDigest: Digest(bytes: (0..<32).map { 255 - UInt8($0) }))
        ]
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?) {
        guard has(number) else { return }
        value = [
            SymbolDefinition(symbol: Symbol(number: 1024), text: "com.example.app"),
            SymbolDefinition(symbol: Symbol(number: 1025), text: "Kāñčø 🪙"),
        ]
    }
}
