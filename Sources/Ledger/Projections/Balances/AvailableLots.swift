/// The lots that have units to spend, in the order in which they are spent.
///
/// Lots mostly come at the end and go at the beginning; both are O(1).
struct AvailableLots {
    private var sorted: [Int] = []
    /// Where the lots that are still here begin.
    private var head = 0

    /// The lot that is spent next.
    var first: Int? { head < sorted.count ? sorted[head] : nil }

    /// Adds a lot that is not here.
    mutating func insert(_ lot: Int) {
        let index = index(of: lot)
        if index == head, head > 0 {
            // The place of a lot that went is used again.
            head -= 1
            sorted[head] = lot
        } else {
            sorted.insert(lot, at: index)
        }
    }

    /// Removes a lot that is here.
    mutating func remove(_ lot: Int) {
        if first == lot {
            head += 1
        } else {
            sorted.remove(at: index(of: lot))
        }
    }

    /// Where a lot is or would be.
    private func index(of lot: Int) -> Int {
        if let last = sorted.last, last < lot { return sorted.endIndex }
        var low = head
        var high = sorted.endIndex
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < lot { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
