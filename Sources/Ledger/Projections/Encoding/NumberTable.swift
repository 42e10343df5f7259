/// Numbers in order: the places of a tip's renewal infos.
///
/// Nearly always a handful, which lie in the table itself: a question reads a tip for each line of a
/// customer, and an array would be an allocation each time.
struct NumberTable {
    /// How many numbers a table holds without an allocation.
    private static let inlineCountMax = 16

    private var inline = InlineArray<16, UInt32>(repeating: 0)
    private(set) var count = 0
    /// Those behind the inline ones.
    private var rest: [UInt32] = []

    mutating func append(_ number: UInt32) {
        if count < Self.inlineCountMax {
            inline[count] = number
        } else {
            rest.append(number)
        }
        count += 1
    }

    /// The number at a place below `count`.
    subscript(place: Int) -> UInt32 {
        place < Self.inlineCountMax ? inline[place] : rest[place - Self.inlineCountMax]
    }
}
