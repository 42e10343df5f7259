@testable import Ledger

/// Changes one field of an event: to another value, which a ledger could hold too, or away.
struct FieldChanger: EventFieldVisitor {
    let number: UInt8
    let removes: Bool
    /// Whether the field was there to be removed, or could be changed.
    private(set) var hasChanged = false

    init(_ number: UInt8, removes: Bool) {
        self.number = number
        self.removes = removes
    }

    private mutating func change<Value: Equatable>(
        _ number: UInt8, _ value: inout Value?, _ others: Value...
    ) {
        guard number == self.number else { return }
        let before = value
        value = removes ? nil : others.first { $0 != before }
        hasChanged = value != before
    }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { numbers.contains(number) }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        change(number, &value, BuiltInSymbols.refund, BuiltInSymbols.revoke)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        change(number, &value, IdentityNumber(number: 1), IdentityNumber(number: 2))
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        change(number, &value, StoreIdentifier(bits: 410_000_000_009_999), StoreIdentifier(bits: 1))
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        let later = value?.advanced(byMilliseconds: 1)
        change(number, &value, later ?? Instant(millisecondsSince1970: 1_767_600_000_000))
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {
        // Of sequences the one before is more like it than the one behind.
        let other = value.map { $0 > 1 ? $0 - 1 : $0 + 1 }
        change(number, &value, other ?? 3)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        let next = value.map { $0 + 1 }
        change(number, &value, next ?? 1)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        change(number, &value, 0, 1)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        change(number, &value, false, true)
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {
        change(number, &value, Digest(bytes: Array(repeating: 7, count: Digest.byteCount)))
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        change(number, &value, [1], [2])
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        change(number, &value, PackedText("002e14d5-51f5-4503-b5a8-c3a1af68eb20"))
    }
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        change(number, &value, [], [BuiltInSymbols.refund])
    }
    // What a record defines, the log's own walk compares with the tables.
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?) {
    }
}
