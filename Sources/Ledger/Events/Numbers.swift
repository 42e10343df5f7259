/// A text's number in the symbol table.
///
/// Numbers below `BuiltInSymbols.firstFreeNumber` have the texts that the record format fixes; the
/// record that first names any other symbol carries its text.
struct Symbol: Sendable, Hashable, Comparable {
    var number: UInt32

    static func < (left: Symbol, right: Symbol) -> Bool { left.number < right.number }
}

/// The dense number of a line (one `originalTransactionId` of one app in one environment), from 1.
struct LineNumber: Sendable, Hashable, Comparable {
    var number: UInt32

    static func < (left: LineNumber, right: LineNumber) -> Bool { left.number < right.number }
}

/// The dense number, from 1, that stands for an `appAccountToken` or an `appTransactionId`.
///
/// Records hold the number, never the token: deleting the number's row erases the person.
struct IdentityNumber: Sendable, Hashable, Comparable {
    var number: UInt32

    static func < (left: IdentityNumber, right: IdentityNumber) -> Bool {
        left.number < right.number
    }
}

/// An App Store identifier: a number where its text is a canonical decimal below 2^63, else a
/// symbol.
struct StoreIdentifier: Sendable, Hashable, Comparable {
    /// The number itself; or, with the top bit set, a symbol's number.
    var bits: UInt64

    static let symbolFlag: UInt64 = 1 << 63

    init(bits: UInt64) { self.bits = bits }

    init(symbol: Symbol) { bits = Self.symbolFlag | UInt64(symbol.number) }

    /// The identifier of a canonical decimal text ("0", or digits without a leading zero).
    init?(canonicalDecimal text: String) {
        let digits = text.utf8
        guard let first = digits.first, digits.count <= 19 else { return nil }
        if first == UInt8(ascii: "0") && digits.count > 1 { return nil }
        var value: UInt64 = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        guard value < Self.symbolFlag else { return nil }
        bits = value
    }

    /// The symbol that holds the text, where the text is no canonical decimal.
    var symbol: Symbol? {
        bits & Self.symbolFlag == 0 ? nil : Symbol(number: UInt32(truncatingIfNeeded: bits))
    }

    static func < (left: StoreIdentifier, right: StoreIdentifier) -> Bool {
        left.bits < right.bits
    }
}

/// The environment as records hold it.
///
/// Each is a world of its own.
enum EnvironmentCode: UInt8, Sendable, Hashable, CaseIterable {
    case none = 0
    case production = 1
    case sandbox = 2
    case xcode = 3
    case localTesting = 4

    init?(_ environment: StoreEnvironment) {
        switch environment {
        case .production: self = .production
        case .sandbox: self = .sandbox
        case .xcode: self = .xcode
        case .localTesting: self = .localTesting
        default: return nil
        }
    }

    /// The environment as Apple writes it; nil where the event belongs to no environment.
    var environment: StoreEnvironment? {
        switch self {
        case .none: nil
        case .production: .production
        case .sandbox: .sandbox
        case .xcode: .xcode
        case .localTesting: .localTesting
        }
    }
}
