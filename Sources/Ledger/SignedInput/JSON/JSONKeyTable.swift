internal import Glibc

/// Finds a known key from its bytes, without making a string of them.
///
/// Open addressing over a table at most half full. What matches is compared byte by byte, so a
/// key that only looks like a known one is unknown.
///
/// A table is made once for each type of object and stays for ever, behind plain pointers: arrays
/// would have their reference counts changed for each key of each token by every thread, and cores
/// would wait for each other there.
@safe struct JSONKeyTable<Key: RawRepresentable & CaseIterable & Sendable>: @unchecked Sendable
where Key.RawValue == String {
    // @unchecked Sendable because nothing is written after `init`.
    /// 1 + the index of a key, or 0 for a free slot.
    private let slots: UnsafeMutablePointer<UInt8>
    /// All cases.
    private let cases: UnsafeMutablePointer<Key>
    /// Their names, one behind the other.
    private let names: UnsafeMutablePointer<UInt8>
    /// Where each name begins, and where the last one ends.
    private let starts: UnsafeMutablePointer<Int>

    /// How many slots there are: twice as many as keys at most.
    private static var slotCount: Int { 128 }

    /// Builds the table of all cases.
    ///
    /// More than 64 keys are a programmer's error: which keys were seen is kept in 64 bits.
    init() {
        let allCases = Array(Key.allCases)
        precondition(allCases.count <= 64, "at most 64 keys in one object")
        let texts = allCases.map { Array($0.rawValue.utf8) }
        unsafe slots = .allocate(capacity: Self.slotCount)
        unsafe slots.initialize(repeating: 0, count: Self.slotCount)
        unsafe cases = .allocate(capacity: allCases.count)
        unsafe names = .allocate(capacity: texts.reduce(0) { $0 + $1.count })
        unsafe starts = .allocate(capacity: allCases.count + 1)
        var end = 0
        for (index, text) in texts.enumerated() {
            unsafe (cases + index).initialize(to: allCases[index])
            unsafe (starts + index).initialize(to: end)
            for byte in text {
                unsafe (names + end).initialize(to: byte)
                end += 1
            }
            var slot = Self.slot(of: text.span)
            while unsafe slots[slot] != 0 {
                slot = (slot + 1) & (Self.slotCount - 1)
            }
            unsafe slots[slot] = UInt8(index + 1)
        }
        unsafe (starts + allCases.count).initialize(to: end)
    }

    /// The key of an index that `index(of:)` gave out.
    func key(at index: Int) -> Key { unsafe cases[index] }

    /// The position of a key among all cases, or nil when it is not known.
    func index(of name: Span<UInt8>) -> Int? {
        if name.isEmpty { return nil }
        var slot = Self.slot(of: name)
        while case let held = unsafe slots[slot], held != 0 {
            let index = Int(held) &- 1
            if isName(name, at: index) { return index }
            slot = (slot &+ 1) & (Self.slotCount &- 1)
        }
        return nil
    }

    /// Whether these bytes are the name of the key at an index.
    private func isName(_ name: Span<UInt8>, at index: Int) -> Bool {
        let start = unsafe starts[index]
        guard unsafe starts[index &+ 1] &- start == name.count else { return false }
        return unsafe name.withUnsafeBufferPointer { name in
            guard let base = name.baseAddress else { return false }
            return unsafe memcmp(base, names + start, name.count) == 0
        }
    }

    /// Mixes length, first, middle and last byte: enough to keep Apple's keys apart.
    private static func slot(of name: Span<UInt8>) -> Int {
        let first = Int(name[0])
        let middle = Int(name[name.count / 2])
        let last = Int(name[name.count - 1])
        return (name.count &* 31 &+ first &* 7 &+ middle &* 13 &+ last &* 3) & (slotCount &- 1)
    }
}
