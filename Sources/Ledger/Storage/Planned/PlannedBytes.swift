/// Bytes that are added one behind the other; they stay where they are until more are added.
///
/// Not an array: cursors and lookups lend its bytes beyond one call, as LMDB lends those of a page.
@safe
struct PlannedBytes: ~Copyable {
    /// What is allocated first, in bytes.
    private static let bytesMin = 4_096

    private(set) var count = 0
    private(set) var capacity = 0
    private var start: UnsafeMutableRawPointer?

    deinit {
        unsafe start?.deallocate()
    }

    /// Adds bytes; returns where they begin.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        let place = count
        if bytes.count > capacity - count { grow(by: bytes.count) }
        count += bytes.count
        unsafe replace(at: place, with: bytes)
        return place
    }

    /// Puts other bytes where at least as many lie.
    func replace(at place: Int, with bytes: UnsafeRawBufferPointer) {
        guard let start = unsafe start, let source = bytes.baseAddress else { return }
        unsafe (start + place).copyMemory(from: source, byteCount: bytes.count)
    }

    /// The bytes at a place.
    func bytes(at place: Int, count: Int) -> UnsafeRawBufferPointer {
        guard let start = unsafe start else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeRawBufferPointer(start: start + place, count: count)
    }

    /// Forgets the bytes and keeps their memory.
    mutating func removeAll() {
        count = 0
    }

    private mutating func grow(by added: Int) {
        capacity = max(capacity * 2, count + added, Self.bytesMin)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        if let start = unsafe start {
            unsafe larger.copyMemory(from: start, byteCount: count)
            unsafe start.deallocate()
        }
        unsafe start = unsafe larger
    }
}
