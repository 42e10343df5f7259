internal import Glibc

/// Searches and comparisons of long texts: the C library's use the widest registers there are.
extension Span<UInt8> {
    /// Where a byte comes first at or after a position.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// Whether both hold the same bytes.
    func elementsAreEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        if isEmpty { return true }
        return unsafe withUnsafeBufferPointer { left in
            unsafe other.withUnsafeBufferPointer { right in
                guard let one = left.baseAddress, let two = right.baseAddress else {
                    return false
                }
                return unsafe memcmp(one, two, left.count) == 0
            }
        }
    }
}
