extension LMDBTable {
    /// Lends the entries of a range in key order, or against it, until `body` returns false.
    ///
    /// - Complexity: O(log *n*) for the first entry, then O(1) each.
    func forEach(
        _ range: LMDBRange = .all, reverse: Bool = false,
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
    ) throws {
        try withCursor(in: transaction) { cursor in
            var found = try reverse ? cursor.moveToEnd(of: range) : cursor.moveToStart(of: range)
            while found {
                let isOutside =
                    reverse ? range.isNotReached(by: cursor.key) : range.isPassed(by: cursor.key)
                if isOutside { return }
                // A page out of order would lend a key that its reader cannot take apart.
                guard range.holds(cursor.key) else { throw StorageError.damaged }
                guard try body(cursor.key, cursor.value) else { return }
                found = try reverse ? cursor.previous() : cursor.next()
            }
        }
    }

    /// Lends the keys that begin with a prefix, in order, until `body` returns false:
    /// `forEach(.prefix(prefix))` for a walk that is taken for every question, so that no range is
    /// made and copied, and the cursor is kept.
    func forEach(
        prefix: borrowing LMDBKey, keeping cursor: inout LMDBCursor?,
        in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (_ key: RawSpan) throws -> Bool
    ) throws {
        try withCursor(keeping: &cursor, in: transaction) { cursor in
            var found = try cursor.seek(prefix: prefix)
            while found {
                guard try body(cursor.key) else { return }
                found = try cursor.next() && cursor.isWithin(prefix)
            }
        }
    }

    /// Lends the first entry of a range; nil when the range is empty.
    func first<R>(
        _ range: LMDBRange = .all, in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws -> R
    ) throws -> R? {
        var result: R?
        try forEach(range, in: transaction) { key, value in
            result = try body(key, value)
            return false
        }
        return result
    }

    /// Lends the last entry of a range; nil when the range is empty.
    func last<R>(
        _ range: LMDBRange = .all, in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws -> R
    ) throws -> R? {
        var result: R?
        try forEach(range, reverse: true, in: transaction) { key, value in
            result = try body(key, value)
            return false
        }
        return result
    }
}

extension LMDBCursor {
    /// Moves to the first key that begins with a prefix; false where there is none.
    mutating func seek(prefix: borrowing LMDBKey) throws(StorageError) -> Bool {
        guard try seek(prefix.bytes) else { return false }
        return try isWithin(prefix)
    }

    /// Whether the key reached begins with a prefix, or is behind all that do.
    fileprivate func isWithin(_ prefix: borrowing LMDBKey) throws(StorageError) -> Bool {
        if key.starts(with: prefix.bytes) { return true }
        // A page out of order would lend a key that its reader cannot take apart.
        guard key.isAfter(prefix.bytes) else { throw .damaged }
        return false
    }

    /// Moves to the first key that is not before the range.
    fileprivate mutating func moveToStart(of range: LMDBRange) throws(StorageError) -> Bool {
        guard let lowest = range.lowest else { return try first() }
        return try seek(lowest.bytes)
    }

    /// Moves to the last key that is not behind the range.
    fileprivate mutating func moveToEnd(of range: LMDBRange) throws(StorageError) -> Bool {
        guard let beyond = range.firstBeyond else { return try last() }
        guard try seek(beyond.bytes) else { return try last() }
        // The key reached may be the range's own last one.
        return try range.isPassed(by: key) ? previous() : true
    }
}

extension LMDBRange {
    /// A key that no key of the range follows, if there is one: the upper bound itself, or the
    /// first key after all keys with the prefix.
    fileprivate var firstBeyond: LMDBKey? {
        switch self {
        case .all, .bounds(_, nil): nil
        case .bounds(_, let through?): through
        case .prefix(let prefix): prefix.firstAfterPrefix
        }
    }
}

extension LMDBKey {
    /// The smallest key that follows all keys with this prefix; nil when none can.
    fileprivate var firstAfterPrefix: LMDBKey? {
        var end = count
        while end > 0, byte(at: end - 1) == 0xFF { end -= 1 }
        guard end > 0 else { return nil }
        var successor = LMDBKey()
        successor.append(bytes: bytes.extracting(first: end - 1))
        successor.append(byte(at: end - 1) &+ 1)
        return successor
    }
}
