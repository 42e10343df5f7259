/// The numbers of an event's fields by their names.
struct FieldNames: EventFieldVisitor {
    private var numbers: [String: UInt8] = [:]

    static func all() throws(RecordError) -> [String: UInt8] {
        var names = FieldNames()
        let instant = Instant(millisecondsSince1970: 0)
        var fields = EventFields(kind: .transaction, recordedAt: instant, effectiveAt: instant)
        try fields.accept(&names)
        return names.numbers
    }

    private mutating func add(_ number: UInt8, _ name: StaticString) { numbers["\(name)"] = number }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { true }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        add(number, name)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        add(number, name)
    }
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {
        add(number, name)
    }
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) {
        add(number, name)
    }
}
