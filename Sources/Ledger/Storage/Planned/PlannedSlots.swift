/// Finds the entries of a planned table by the hashes of their keys: open addressing, with the hash
/// beside the entry's number, so that an entry is hardly ever looked at in vain.
struct PlannedSlots {
    /// How many slots there are at first; always a power of two.
    private static let countMin = 16

    /// A hash in the upper half and an entry's number plus one in the lower; zero is a free slot.
    private var slots: [UInt64] = []

    /// How much memory is held, in bytes.
    var capacityBytes: Int { slots.capacity * MemoryLayout<UInt64>.stride }

    /// The first entry with this hash that `isMatch` takes.
    func first(hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        var place = Int(hash) & mask
        while slots[place] != 0 {
            let slot = slots[place]
            if UInt32(truncatingIfNeeded: slot >> 32) == hash {
                let entry = Int(UInt32(truncatingIfNeeded: slot)) - 1
                if isMatch(entry) { return entry }
            }
            place = (place + 1) & mask
        }
        return nil
    }

    /// Notes the last one of the entries.
    mutating func addLast(of entries: [PlannedEntry]) {
        // At most half full, so that a search ends soon.
        guard entries.count * 2 > slots.count else {
            return add(entries.count - 1, hash: entries[entries.count - 1].hash)
        }
        let count = max(slots.count * 2, Self.countMin)
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(0, count: count))
        for index in entries.indices { add(index, hash: entries[index].hash) }
    }

    /// Forgets all entries and keeps the memory.
    ///
    /// The slots become few again: whoever plans little after much does not clear them all.
    mutating func removeAll() {
        slots.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ entry: Int, hash: UInt32) {
        let mask = slots.count - 1
        var place = Int(hash) & mask
        while slots[place] != 0 { place = (place + 1) & mask }
        slots[place] = UInt64(hash) << 32 | UInt64(entry + 1)
    }
}
