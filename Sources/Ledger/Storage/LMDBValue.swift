internal import CLMDB

extension RawSpan {
    /// Lends the bytes to a C call as an `MDB_val`.
    func withLMDBValue<R>(
        _ body: (MDB_val) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        unsafe try withUnsafeBytes { (buffer: UnsafeRawBufferPointer) throws(StorageError) -> R in
            // liblmdb only reads through mv_data of a key or a value that it is given.
            unsafe try body(
                MDB_val(
                    mv_size: buffer.count,
                    mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress)))
        }
    }
}

extension MDB_val {
    /// The bytes that liblmdb points at.
    var buffer: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
    }
}
