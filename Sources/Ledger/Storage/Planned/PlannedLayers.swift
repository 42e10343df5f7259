internal import CLMDB

/// What a planned transaction sees before its snapshot: its own changes, and behind them those of
/// the transaction that is being made.
struct PlannedLayers {
    let own: PlannedChanges
    let earlier: PlannedChanges?

    /// What the layers know of a key.
    @safe
    enum Finding {
        /// Neither layer changes it: the snapshot tells.
        case unchanged
        case deleted
        case value(MDB_val)
    }

    /// Whether either layer changes a key of the table.
    func areChanging(_ number: MDB_dbi) -> Bool {
        (own.table(number)?.rows.count ?? 0) + (earlier?.table(number)?.rows.count ?? 0) > 0
    }

    /// Looks a key up in the layers; what it finds may be borrowed until the next change.
    @inline(never)
    func find(_ key: RawSpan, in number: MDB_dbi) -> Finding {
        let (own, earlier) = (own.table(number), earlier?.table(number))
        if own == nil, earlier == nil { return .unchanged }
        return unsafe key.withUnsafeBytes { bytes in
            let key = unsafe PlannedKey(bytes)
            return own?.rows.find(key) ?? earlier?.rows.find(key) ?? .unchanged
        }
    }

    /// How many keys more than the snapshot the table has.
    ///
    /// - Complexity: one lookup in the snapshot for each changed key.
    func countDifference(
        in number: MDB_dbi, isCommitted: (RawSpan) throws(StorageError) -> Bool
    ) throws(StorageError) -> Int {
        var difference = 0
        let own = own.table(number)
        for (table, hiding) in [(own, nil), (earlier?.table(number), own)] {
            guard let table else { continue }
            for entry in 0..<table.rows.count {
                let key = table.rows.key(of: entry)
                if hiding?.rows.entry(of: key) != nil { continue }
                let wasThere = try isCommitted(unsafe RawSpan(_unsafeBytes: key.bytes))
                difference += (table.rows.isDeletion(entry) ? 0 : 1) - (wasThere ? 1 : 0)
            }
        }
        return difference
    }
}

extension MDB_val {
    /// Bytes that liblmdb is to read; it writes through none that it is given.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(
            mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
}
