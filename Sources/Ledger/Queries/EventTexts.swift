/// One value of an event as people and programs outside read it.
enum EventValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case boolean(Bool)
    case instant(Instant)
    case list([String])
}

/// What names symbols and customers: the tables of a snapshot.
struct EventNames {
    let symbol: (Symbol) -> String?
    /// Nil where the identity was erased.
    let identity: (IdentityNumber) throws -> String?
}

/// Turns an event's fields into names and values, in the order of the field numbers.
///
/// Sequences of other events, digests and definitions are the log's own affair and left out.
struct EventTexts: EventFieldVisitor {
    /// What was read, under the App Store Server API's names.
    private(set) var values: [(name: StaticString, value: EventValue)] = []
    private static let evidencePartNumber: UInt8 = 5
    private let names: EventNames
    private var failure: (any Error)?

    /// The fields of an event behind the record's fixed head.
    static func values(
        of fields: EventFields, names: EventNames
    ) throws -> [(name: StaticString, value: EventValue)] {
        var texts = EventTexts(names: names)
        var visited = fields
        try visited.accept(&texts)
        if let failure = texts.failure { throw failure }
        return texts.values
    }

    private init(names: EventNames) { self.names = names }

    private mutating func add(_ name: StaticString, _ value: EventValue?) {
        guard let value else { return }
        values.append((name, value))
    }

    private func text(_ symbol: Symbol) -> EventValue? { names.symbol(symbol).map { .text($0) } }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { true }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        add(name, value.flatMap(text))
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        guard let value else { return }
        do { add(name, try names.identity(value).map { .text($0) }) } catch {
            failure = failure ?? error
        }
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        guard let value else { return }
        if let symbol = value.symbol { return add(name, text(symbol)) }
        add(name, .text(String(value.bits)))
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        add(name, value.map { .instant($0) })
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        add(name, value.map { .integer($0) })
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        if number == Self.evidencePartNumber { return }
        add(name, value.map { .integer(Int64($0)) })
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        add(name, value.map { .boolean($0) })
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        add(name, value.map { .list($0.compactMap(names.symbol)) })
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        add(name, value.map { .text(String(decoding: $0, as: UTF8.self)) })
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        add(name, value.map { .text($0.text) })
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) {}
}
