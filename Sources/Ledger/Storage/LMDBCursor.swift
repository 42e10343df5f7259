internal import CLMDB

/// A place in a table's order, lent by `LMDBTable.withCursor`.
///
/// `key` and `value` are those of the entry that the last successful move reached. They may be
/// borrowed until the next move.
@safe
struct LMDBCursor: ~Copyable {
    private let pointer: OpaquePointer
    private let calls: LMDBCalls
    private let table: MDB_dbi
    /// Whether it is of a planned transaction.
    private let isPlanned: Bool
    /// Walks in the place of `pointer` where changes of the table are planned.
    private var planned: PlannedCursorBox?
    private var currentKey = unsafe MDB_val()
    private var currentValue = unsafe MDB_val()

    fileprivate init(
        pointer: OpaquePointer, calls: LMDBCalls, table: MDB_dbi, layers: PlannedLayers?
    ) {
        unsafe self.pointer = unsafe pointer
        self.calls = calls
        self.table = table
        self.isPlanned = layers != nil
        self.planned = nil
        if let layers { begin(layers) }
    }

    deinit {
        unsafe calls.cursorClose(pointer)
    }

    /// The key reached; empty before the first successful move.
    var key: RawSpan {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(RawSpan(_unsafeBytes: currentKey.buffer), borrowing: self) }
    }

    /// The value reached; empty before the first successful move.
    var value: RawSpan {
        @_lifetime(borrow self)
        get {
            unsafe _overrideLifetime(RawSpan(_unsafeBytes: currentValue.buffer), borrowing: self)
        }
    }

    /// Moves to the first entry; false when the table is empty.
    mutating func first() throws(StorageError) -> Bool {
        try planned == nil ? move(MDB_FIRST) : walk(.first)
    }

    /// Moves to the last entry; false when the table is empty.
    mutating func last() throws(StorageError) -> Bool {
        try planned == nil ? move(MDB_LAST) : walk(.last)
    }

    /// Moves to the next entry, or to the first when not moved yet; false at the end.
    mutating func next() throws(StorageError) -> Bool {
        try planned == nil ? move(MDB_NEXT) : walk(.next)
    }

    /// Moves to the entry before, or to the last when not moved yet; false at the start.
    mutating func previous() throws(StorageError) -> Bool {
        try planned == nil ? move(MDB_PREV) : walk(.previous)
    }

    /// Moves to the first entry whose key is `lowest` or follows it; false when there is none.
    mutating func seek(_ lowest: RawSpan) throws(StorageError) -> Bool {
        if lowest.isEmpty { return try first() }
        if planned != nil {
            return unsafe try lowest.withLMDBValue { (lowest) throws(StorageError) in
                unsafe try walk(.seek(lowest))
            }
        }
        let (found, key, value) = unsafe try lowest.withLMDBValue {
            (lowest) throws(StorageError) -> (Bool, MDB_val, MDB_val) in
            var key = unsafe lowest
            var value = unsafe MDB_val()
            let found = unsafe try calls.cursorGet(
                pointer, key: &key, value: &value, operation: MDB_SET_RANGE)
            return unsafe (found, key, value)
        }
        if found { unsafe (currentKey, currentValue) = unsafe (key, value) }
        return found
    }

    /// Lends the entries that follow the one reached on its page, in key order, until `body` returns
    /// false; the cursor stays where it is.
    ///
    /// There may be fewer than the page has, or none: whoever needs the next one seeks it. Only in a
    /// transaction that reads; a planned one lends none.
    func forEachFollowingOnPage(
        ofBytes pageSizeBytes: Int, _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
    ) rethrows {
        guard !isPlanned, pageSizeBytes == LeafPage.systemPageSizeBytes,
            let value = unsafe UnsafeRawPointer(currentValue.mv_data)
        else { return }
        let offset = Int(UInt(bitPattern: value) % UInt(pageSizeBytes))
        let bytes = unsafe RawSpan(
            _unsafeStart: unsafe value - offset, byteCount: pageSizeBytes)
        guard let page = LeafPage(bytes), let reached = page.index(ofValueAt: offset) else {
            return
        }
        for index in reached + 1..<max(page.entriesCount, reached + 1) {
            guard let places = page.places(ofEntry: index),
                try body(bytes.extracting(places.key), bytes.extracting(places.value))
            else { return }
        }
    }

    /// Begins again in another transaction of the same kind, for the same table; false where it is
    /// of another kind or table.
    fileprivate mutating func renew(
        in handle: LMDBTransactionHandle, of table: MDB_dbi, layers: PlannedLayers?
    ) throws(StorageError) -> Bool {
        guard calls === handle.calls, self.table == table, isPlanned == (layers != nil) else {
            return false
        }
        unsafe try calls.cursorRenew(handle.pointer, pointer)
        if let layers { begin(layers) }
        unsafe (currentKey, currentValue) = unsafe (MDB_val(), MDB_val())
        return true
    }

    /// Takes the changes that are planned for the table into the walk, if there are any.
    @inline(never)
    private mutating func begin(_ layers: PlannedLayers) {
        guard layers.areChanging(table) else {
            planned = nil
            return
        }
        let held = unsafe planned ?? PlannedCursorBox(PlannedCursor(over: pointer, calls: calls))
        held.cursor.begin(layers, table: table)
        planned = held
    }

    /// Moves over the planned changes and the snapshot.
    ///
    /// Not inlined: most cursors never do.
    @inline(never)
    private mutating func walk(_ step: PlannedCursor.Step) throws(StorageError) -> Bool {
        guard let planned, try planned.cursor.move(step) else { return false }
        unsafe (currentKey, currentValue) = unsafe (planned.cursor.key, planned.cursor.value)
        return true
    }

    private mutating func move(_ operation: MDB_cursor_op) throws(StorageError) -> Bool {
        var key = unsafe MDB_val()
        var value = unsafe MDB_val()
        let found = unsafe try calls.cursorGet(
            pointer, key: &key, value: &value, operation: operation)
        if found { unsafe (currentKey, currentValue) = unsafe (key, value) }
        return found
    }
}

extension LMDBTable {
    /// Lends a cursor that has not moved yet.
    ///
    /// A write transaction refuses changes meanwhile.
    func withCursor<R>(
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (inout LMDBCursor) throws -> R
    ) throws -> R {
        var cursor = try openCursor(in: transaction)
        transaction.countLending(by: 1)
        defer { transaction.countLending(by: -1) }
        return try body(&cursor)
    }

    /// Lends a cursor that has not moved yet, and keeps it for the next transaction.
    ///
    /// In a write transaction it must not be kept longer than that: liblmdb closes its cursors.
    func withCursor<R>(
        keeping kept: inout LMDBCursor?,
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (inout LMDBCursor) throws -> R
    ) throws -> R {
        var cursor = try renewOrOpen(&kept, in: transaction)
        transaction.countLending(by: 1)
        defer { transaction.countLending(by: -1) }
        let result = try body(&cursor)
        kept = consume cursor
        return result
    }

    /// Takes the cursor out: one that cannot be renewed, or whose walk fails, is not kept.
    private func renewOrOpen(
        _ kept: inout LMDBCursor?, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> LMDBCursor {
        try check(transaction.handle)
        guard var held = kept.take(),
            try held.renew(in: transaction.handle, of: number, layers: transaction.planned)
        else { return try openCursor(in: transaction) }
        return held
    }

    /// A cursor that has not moved yet, to be used before the next change only.
    func openCursor(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws(StorageError) -> LMDBCursor {
        let handle = transaction.handle
        try check(handle)
        let pointer = unsafe try handle.calls.cursorOpen(handle.pointer, number)
        return unsafe LMDBCursor(
            pointer: pointer, calls: handle.calls, table: number, layers: transaction.planned)
    }
}
