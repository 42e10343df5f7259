internal import CLMDB

/// Walks a table as a planned transaction sees it: in each layer the nearest key is sought, the own
/// layer comes before the earlier one and that before the snapshot, and deleted keys are passed.
@safe
struct PlannedCursor {
    /// A move, as `LMDBCursor` has it.
    @safe
    enum Step {
        case first
        case last
        case next
        case previous
        /// To the first key that is this one or follows it; an empty one is before all.
        case seek(MDB_val)
    }

    /// Where the snapshot's cursor stands.
    private enum Side {
        case unknown
        /// At the first key of the snapshot that is not before the place reached, or behind all.
        case ahead
        /// At the last key of the snapshot that is not behind the place reached, or before all.
        case behind
    }

    /// Where the walk is.
    private enum Place {
        case start
        case reached
        case end
    }

    /// A key, and where it comes from.
    private struct Candidate {
        let key: PlannedKey
        /// The table and entry of a layer; nil for the snapshot.
        let planned: (table: PlannedTable, entry: Int)?

        init(_ table: PlannedTable, atPlace place: Int) {
            let entry = table.rows.entry(atPlace: place)
            key = table.rows.key(of: entry)
            planned = (table, entry)
        }

        init(committed key: MDB_val) {
            self.key = unsafe PlannedKey(key.buffer)
            planned = nil
        }

        var isDeletion: Bool { planned.map { $0.table.rows.isDeletion($0.entry) } ?? false }
    }

    private var own: PlannedTable?
    private var earlier: PlannedTable?
    private let snapshot: OpaquePointer
    private let calls: LMDBCalls
    private var place = Place.start
    private var side = Side.unknown
    /// The snapshot's entry that `side` speaks of, if there is one.
    private var committed: (key: MDB_val, value: MDB_val)?
    /// The entry reached.
    private(set) var key = unsafe MDB_val()
    private(set) var value = unsafe MDB_val()

    /// Walks over a cursor of the snapshot, which has to outlive the walk.
    init(over snapshot: OpaquePointer, calls: LMDBCalls) {
        unsafe self.snapshot = unsafe snapshot
        self.calls = calls
    }

    /// Begins a walk that has not moved yet.
    mutating func begin(_ layers: PlannedLayers, table: MDB_dbi) {
        own = layers.own.table(table)
        earlier = layers.earlier?.table(table)
        own?.sort()
        earlier?.sort()
        place = .start
        side = .unknown
        unsafe committed = nil
        unsafe (key, value) = unsafe (MDB_val(), MDB_val())
    }

    /// Moves; false where there is no such entry, and then `key` and `value` stay as they are.
    mutating func move(_ step: Step) throws(StorageError) -> Bool {
        switch step {
        case .first: unsafe try seek(MDB_val())
        case .last: try last()
        case .next: try next()
        case .previous: try previous()
        case .seek(let lowest): unsafe try seek(lowest)
        }
    }

    private mutating func last() throws(StorageError) -> Bool {
        side = .unknown
        return try moveBack(before: nil)
    }

    private mutating func next() throws(StorageError) -> Bool {
        switch place {
        case .start: unsafe try seek(MDB_val())
        case .reached: unsafe try moveOn(from: PlannedKey(key.buffer), including: false)
        case .end: false
        }
    }

    private mutating func previous() throws(StorageError) -> Bool {
        switch place {
        case .start, .end: try last()
        case .reached: unsafe try moveBack(before: PlannedKey(key.buffer))
        }
    }

    private mutating func seek(_ lowest: MDB_val) throws(StorageError) -> Bool {
        side = .unknown
        if unsafe try moveOn(from: PlannedKey(lowest.buffer), including: true) { return true }
        place = .end
        return false
    }

    // MARK: Forward

    /// Moves to the first living key behind a place.
    private mutating func moveOn(
        from start: PlannedKey, including: Bool
    ) throws(StorageError) -> Bool {
        var (start, including) = (start, including)
        while true {
            try commitAhead(of: start, including: including)
            var nearest = unsafe committed.map { unsafe Candidate(committed: $0.key) }
            // The later layer wins a tie.
            for layer in 0...1 {
                guard let table = layer == 0 ? earlier : own else { continue }
                let (index, isFound) = table.rows.place(of: start)
                let place = isFound && !including ? index + 1 : index
                guard place < table.rows.count else { continue }
                let candidate = Candidate(table, atPlace: place)
                if let held = nearest, held.key.order(candidate.key) < 0 { continue }
                nearest = candidate
            }
            guard let nearest else {
                side = .unknown
                return false
            }
            if !nearest.isDeletion { return reach(nearest) }
            (start, including) = (nearest.key, false)
        }
    }

    /// Brings the snapshot's cursor to its first key behind a place.
    private mutating func commitAhead(
        of start: PlannedKey, including: Bool
    ) throws(StorageError) {
        if side != .ahead {
            if unsafe start.bytes.isEmpty {
                try moveSnapshot(MDB_FIRST)
            } else {
                unsafe try moveSnapshot(MDB_SET_RANGE, to: MDB_val(start.bytes))
            }
            side = .ahead
        }
        while let held = unsafe committed {
            let order = unsafe PlannedKey(held.key.buffer).order(start)
            if including ? order >= 0 : order > 0 { return }
            try moveSnapshot(MDB_NEXT)
        }
    }

    // MARK: Backward

    /// Moves to the last living key before a place; nil is behind all keys.
    private mutating func moveBack(before start: PlannedKey?) throws(StorageError) -> Bool {
        var start = start
        while true {
            try commitBehind(start)
            var nearest = unsafe committed.map { unsafe Candidate(committed: $0.key) }
            for layer in 0...1 {
                guard let table = layer == 0 ? earlier : own else { continue }
                let place = start.map { table.rows.place(of: $0).index } ?? table.rows.count
                guard place > 0 else { continue }
                let candidate = Candidate(table, atPlace: place - 1)
                if let held = nearest, held.key.order(candidate.key) > 0 { continue }
                nearest = candidate
            }
            guard let nearest else {
                side = .unknown
                return false
            }
            if !nearest.isDeletion { return reach(nearest) }
            start = nearest.key
        }
    }

    /// Brings the snapshot's cursor to its last key before a place.
    private mutating func commitBehind(_ start: PlannedKey?) throws(StorageError) {
        guard let start else {
            try moveSnapshot(MDB_LAST)
            side = .behind
            return
        }
        if side != .behind {
            unsafe try moveSnapshot(MDB_SET_RANGE, to: MDB_val(start.bytes))
            // The key sought or one behind it; where there is none, the last key is before it.
            try moveSnapshot(unsafe committed == nil ? MDB_LAST : MDB_PREV)
            side = .behind
        }
        while let held = unsafe committed {
            if unsafe PlannedKey(held.key.buffer).order(start) < 0 { return }
            try moveSnapshot(MDB_PREV)
        }
    }

    // MARK: Steps

    private mutating func reach(_ candidate: Candidate) -> Bool {
        if let (table, entry) = candidate.planned {
            unsafe key = unsafe MDB_val(candidate.key.bytes)
            unsafe value = unsafe MDB_val(table.rows.value(of: entry))
        } else if let held = unsafe committed {
            unsafe (key, value) = unsafe held
        }
        place = .reached
        return true
    }

    private mutating func moveSnapshot(_ operation: MDB_cursor_op) throws(StorageError) {
        unsafe try moveSnapshot(operation, to: MDB_val())
    }

    private mutating func moveSnapshot(
        _ operation: MDB_cursor_op, to key: MDB_val
    ) throws(StorageError) {
        var key = unsafe key
        var value = unsafe MDB_val()
        let found = unsafe try calls.cursorGet(
            snapshot, key: &key, value: &value, operation: operation)
        unsafe committed = unsafe found ? (key, value) : nil
    }
}
