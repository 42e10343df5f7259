internal import Glibc

/// Which entries of a table to visit.
///
/// A bound is compared byte by byte, as the table orders its keys.
enum LMDBRange: Sendable {
    case all
    /// Keys from the first bound on, up to and including the second; nil leaves that end open.
    case bounds(from: LMDBKey?, through: LMDBKey?)
    /// Keys that begin with these bytes.
    case prefix(LMDBKey)

    /// The key to begin at in ascending order; nil is the first.
    var lowest: LMDBKey? {
        switch self {
        case .all: nil
        case .bounds(let from, _): from
        case .prefix(let prefix): prefix
        }
    }

    /// True for every key of an intact table that is neither before the range nor behind it.
    func holds(_ key: RawSpan) -> Bool {
        switch self {
        case .all, .bounds: true
        case .prefix(let prefix): key.starts(with: prefix.bytes)
        }
    }

    /// True when the key lies behind the range's end.
    func isPassed(by key: RawSpan) -> Bool {
        switch self {
        case .all, .bounds(_, nil): false
        case .bounds(_, let through?): key.isAfter(through.bytes)
        case .prefix(let prefix): !key.starts(with: prefix.bytes) && key.isAfter(prefix.bytes)
        }
    }

    /// True when the key lies before the range's beginning.
    func isNotReached(by key: RawSpan) -> Bool {
        switch self {
        case .all, .bounds(nil, _): false
        case .bounds(let from?, _): from.bytes.isAfter(key)
        case .prefix(let prefix): !key.starts(with: prefix.bytes) && prefix.bytes.isAfter(key)
        }
    }
}

extension RawSpan {
    /// True when these bytes come after the other ones, as liblmdb orders keys.
    func isAfter(_ other: RawSpan) -> Bool {
        unsafe withUnsafeBytes { own in
            unsafe other.withUnsafeBytes { unsafe own.order($0) > 0 }
        }
    }

    /// True when these bytes begin with the other ones.
    func starts(with prefix: RawSpan) -> Bool {
        guard byteCount >= prefix.byteCount else { return false }
        return unsafe withUnsafeBytes { own in
            unsafe prefix.withUnsafeBytes { unsafe own.compareShared(with: $0) == 0 }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Less than zero when these bytes come before the other ones, more when they come after them:
    /// byte by byte, and the longer after its own prefix, as liblmdb compares (`mdb_cmp_memn`).
    func order(_ other: UnsafeRawBufferPointer) -> Int {
        let order = unsafe compareShared(with: other)
        return order == 0 ? count - other.count : Int(order)
    }

    /// Compares as many bytes as both have: negative, zero or positive, as memcmp(3).
    fileprivate func compareShared(with other: UnsafeRawBufferPointer) -> Int32 {
        guard let left = baseAddress, let right = other.baseAddress else { return 0 }
        return unsafe memcmp(left, right, Swift.min(count, other.count))
    }
}
