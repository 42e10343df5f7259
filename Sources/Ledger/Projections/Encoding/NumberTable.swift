/// Numbers in order: the places of a tip's renewal infos.
///
/// Nearly always a handful, which lie in the table itself: a question reads a tip for each line of
/// a customer, and an array would be an allocation each time.
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
    private(set) subscript(place: Int) -> UInt32 {
        get { place < Self.inlineCountMax ? inline[place] : rest[place - Self.inlineCountMax] }
        set {
            if place < Self.inlineCountMax {
                inline[place] = newValue
            } else {
                rest[place - Self.inlineCountMax] = newValue
            }
        }
    }

    /// The last number; nil where there is none.
    var last: UInt32? { count > 0 ? self[count - 1] : nil }

    /// The first place of a number; nil where the table has not got it.
    func firstIndex(of number: UInt32) -> Int? {
        for place in 0..<count where self[place] == number { return place }
        return nil
    }

    /// The place of a number, which is added where the table has not got it.
    mutating func place(of number: UInt32) -> Int {
        if let place = firstIndex(of: number) { return place }
        append(number)
        return count - 1
    }

    /// Adds a number, unless it is there, to numbers in ascending order.
    mutating func insert(ascending number: UInt32) {
        var place = count
        while place > 0, self[place - 1] > number { place -= 1 }
        if place > 0, self[place - 1] == number { return }
        append(number)
        for later in stride(from: count - 1, to: place, by: -1) { self[later] = self[later - 1] }
        self[place] = number
    }
}
