internal import CLMDB

/// The planned changes of one table: one entry a key, found by hash, and in key order once somebody
/// asks for order.
struct PlannedRows: ~Copyable {
    private let seed: UInt64
    private var bytes = PlannedBytes()
    private var entries: [PlannedEntry] = []
    private var slots = PlannedSlots()
    /// The entries in key order, while that is kept and is not the order in which they came.
    private var order: [UInt32] = []
    /// Whether every entry came behind all before it.
    private var isAscending = true
    /// Whether a place in order can be asked for.
    private(set) var isOrdered = false
    private var deletionsCount = 0
    /// The entry whose key is known to be the last one of the table as planned.
    private var lastEntry: Int?

    init(seed: UInt64) {
        self.seed = seed
    }

    /// How many keys are changed.
    var count: Int { entries.count }

    /// Bytes of keys and values, replaced values among them.
    var byteCount: Int { bytes.count }

    /// How much memory is held, in bytes.
    var capacityBytes: Int {
        bytes.capacity + entries.capacity * MemoryLayout<PlannedEntry>.stride
            + slots.capacityBytes + order.capacity * MemoryLayout<UInt32>.stride
    }

    /// Forgets all changes and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll()
        entries.removeAll(keepingCapacity: true)
        slots.removeAll()
        order.removeAll(keepingCapacity: true)
        isAscending = true
        isOrdered = false
        deletionsCount = 0
        lastEntry = nil
    }

    // MARK: By key

    /// The entry of a key, if it is changed.
    func entry(of key: PlannedKey) -> Int? {
        entries.isEmpty ? nil : entry(of: key, hash: key.hash(seed: seed))
    }

    private func entry(of key: PlannedKey, hash: UInt32) -> Int? {
        slots.first(hash: hash) { self.key(of: $0).order(key) == 0 }
    }

    /// What is planned for a key; nil where nothing is.
    func find(_ key: PlannedKey) -> PlannedLayers.Finding? {
        guard let entry = entry(of: key) else { return nil }
        return unsafe isDeletion(entry) ? .deleted : .value(MDB_val(value(of: entry)))
    }

    func isDeletion(_ entry: Int) -> Bool { entries[entry].kind == .deletion }

    func key(of entry: Int) -> PlannedKey {
        let held = entries[entry]
        return unsafe PlannedKey(
            bytes.bytes(at: held.keyPlace, count: Int(held.keyCount)), head: held.head)
    }

    func value(of entry: Int) -> UnsafeRawBufferPointer {
        let held = entries[entry]
        return unsafe bytes.bytes(at: held.valuePlace, count: Int(held.valueCount))
    }

    /// Sets the value of a key; both have been found to be of a size that LMDB takes.
    mutating func put(_ key: PlannedKey, _ value: UnsafeRawBufferPointer) {
        unsafe set(key, value, .put)
    }

    /// Adds a key that comes behind all others of the table as planned.
    mutating func append(_ key: PlannedKey, _ value: UnsafeRawBufferPointer) {
        // With a deletion planned, the last key may be one that goes only after this one is made.
        lastEntry = unsafe set(key, value, deletionsCount == 0 ? .append : .put)
    }

    /// Hides a key.
    mutating func delete(_ key: PlannedKey) {
        unsafe set(key, UnsafeRawBufferPointer(start: nil, count: 0), .deletion)
    }

    /// Whether a key comes behind all others of the table as planned; nil where that is not known.
    func isLast(_ key: PlannedKey) -> Bool? {
        lastEntry.map { key.order(self.key(of: $0)) > 0 }
    }

    @discardableResult
    private mutating func set(
        _ key: PlannedKey, _ value: UnsafeRawBufferPointer, _ kind: PlannedKind
    ) -> Int {
        let hash = key.hash(seed: seed)
        let entry: Int
        if let held = self.entry(of: key, hash: hash) {
            unsafe change(held, to: value, kind)
            entry = held
        } else {
            entry = unsafe add(key, value, kind, hash: hash)
        }
        if kind == .deletion {
            if entry == lastEntry { lastEntry = nil }
        } else if let last = lastEntry, key.order(self.key(of: last)) > 0 {
            lastEntry = entry
        }
        return entry
    }

    /// Changes an entry again: in its place where that has room.
    private mutating func change(
        _ entry: Int, to value: UnsafeRawBufferPointer, _ kind: PlannedKind
    ) {
        var held = entries[entry]
        deletionsCount += (kind == .deletion ? 1 : 0) - (held.kind == .deletion ? 1 : 0)
        // An appended key that gets another value is still appended.
        held.kind = held.kind == .append && kind == .put ? .append : kind
        if value.count <= Int(held.valueRoom) {
            unsafe bytes.replace(at: held.valuePlace, with: value)
        } else {
            held.valuePlace = unsafe bytes.append(value)
            held.valueRoom = UInt32(value.count)
        }
        held.valueCount = UInt32(value.count)
        entries[entry] = held
    }

    private mutating func add(
        _ key: PlannedKey, _ value: UnsafeRawBufferPointer, _ kind: PlannedKind, hash: UInt32
    ) -> Int {
        let entry = entries.count
        let isBehindAll = isBehindAll(key)
        let place = isOrdered && !isBehindAll ? self.place(of: key).index : entry
        let keyPlace = unsafe bytes.append(key.bytes)
        let valuePlace = unsafe bytes.append(value)
        let valueCount = UInt32(value.count)
        entries.append(
            PlannedEntry(
                head: key.head, keyPlace: keyPlace, valuePlace: valuePlace,
                valueCount: valueCount, valueRoom: valueCount, hash: hash,
                keyCount: unsafe UInt16(key.bytes.count), kind: kind))
        slots.addLast(of: entries)
        if kind == .deletion { deletionsCount += 1 }
        if isAscending, isBehindAll { return entry }
        if isOrdered {
            if isAscending { order.append(contentsOf: 0..<UInt32(entry)) }
            order.insert(UInt32(entry), at: place)
        }
        isAscending = false
        return entry
    }

    /// Whether a key follows all others, as far as that can be told without a search.
    private func isBehindAll(_ key: PlannedKey) -> Bool {
        guard isAscending || isOrdered else { return false }
        guard !entries.isEmpty else { return true }
        return key.order(self.key(of: self.entry(atPlace: entries.count - 1))) > 0
    }

    // MARK: In order

    /// Puts the entries in key order, and keeps them in it until all are removed.
    mutating func sort() {
        if !isAscending {
            var sorted: [UInt32] = []
            swap(&sorted, &order)
            sorted.append(contentsOf: 0..<UInt32(entries.count))
            sorted.sort { key(of: Int($0)).order(key(of: Int($1))) < 0 }
            swap(&sorted, &order)
        }
        isOrdered = true
    }

    /// The entry at a place in key order.
    func entry(atPlace place: Int) -> Int {
        isAscending ? place : Int(order[place])
    }

    /// The first place in key order whose key is this one or follows it, and whether it is this one.
    func place(of key: PlannedKey) -> (index: Int, isFound: Bool) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            let entry = entry(atPlace: middle)
            let head = entries[entry].head
            // The bytes are looked at only where the first ones do not decide.
            let order =
                head == key.head ? self.key(of: entry).order(key) : head < key.head ? -1 : 1
            if order == 0 { return (middle, true) }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    // MARK: Making

    /// Makes the changes in key order, in a transaction that changes the store.
    func make(
        _ number: MDB_dbi, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        for place in entries.indices {
            try make(entries[entry(atPlace: place)], number, in: transaction)
        }
    }

    private func make(
        _ entry: PlannedEntry, _ number: MDB_dbi, in transaction: borrowing LMDBWriteTransaction
    ) throws(StorageError) {
        let handle = transaction.handle
        let key = unsafe MDB_val(bytes.bytes(at: entry.keyPlace, count: Int(entry.keyCount)))
        if entry.kind == .deletion {
            // A key that was planned and taken back may never have been in the store.
            if unsafe try handle.calls.delete(handle.pointer, number, key: key) {
                transaction.countChange()
            }
            return
        }
        let value = unsafe MDB_val(
            bytes.bytes(at: entry.valuePlace, count: Int(entry.valueCount)))
        do throws(StorageError) {
            unsafe try handle.calls.put(
                handle.pointer, number, key: key, value: value,
                flags: entry.kind == .append ? MDB_APPEND : 0)
        } catch {
            throw error == .keyExists ? .keyOutOfOrder : error
        }
        transaction.countChange()
    }
}
