/// Finds a known key from its bytes, without making a string of them.
///
/// Open addressing over a table at most half full. What matches is compared byte by byte, so a
/// key that only looks like a known one is unknown.
struct JSONKeyTable<Key: RawRepresentable & CaseIterable & Sendable>: Sendable
where Key.RawValue == String {
    /// 1 + the index of a key, or 0 for a free slot.
    private let slots: [UInt8]
    /// All cases, kept because `allCases` makes a new array each time.
    let cases: [Key]
    private let names: [[UInt8]]

    /// Builds the table of all cases.
    ///
    /// More than 64 keys are a programmer's error: which keys were seen is kept in 64 bits.
    init() {
        let names = Key.allCases.map { Array($0.rawValue.utf8) }
        precondition(names.count <= 64, "at most 64 keys in one object")
        var slots = [UInt8](repeating: 0, count: 128)
        for (index, name) in names.enumerated() {
            var slot = Self.slot(of: name.span)
            while slots[slot] != 0 {
                slot = (slot + 1) & 127
            }
            slots[slot] = UInt8(index + 1)
        }
        self.slots = slots
        cases = Array(Key.allCases)
        self.names = names
    }

    /// The position of a key among all cases, or nil when it is not known.
    func index(of name: Span<UInt8>) -> Int? {
        if name.isEmpty { return nil }
        var slot = Self.slot(of: name)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            let known = names[index]
            if name.elementsAreEqual(to: known.span) { return index }
            slot = (slot + 1) & 127
        }
        return nil
    }

    /// Mixes length, first, middle and last byte: enough to keep Apple's keys apart.
    private static func slot(of name: Span<UInt8>) -> Int {
        let first = Int(name[0])
        let middle = Int(name[name.count / 2])
        let last = Int(name[name.count - 1])
        return (name.count &* 31 &+ first &* 7 &+ middle &* 13 &+ last &* 3) & 127
    }
}

extension Span<UInt8> {
    /// Whether both hold the same bytes; eight at a time.
    func elementsAreEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let left = unsafe bytes
        let right = unsafe other.bytes
        var offset = 0
        while offset &+ 8 <= count {
            // Both offsets are at least 8 bytes before the end.
            let one = unsafe left.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let two = unsafe right.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if one != two { return false }
            offset &+= 8
        }
        while offset < count {
            if self[offset] != other[offset] { return false }
            offset &+= 1
        }
        return true
    }
}
