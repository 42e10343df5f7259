internal import Glibc

/// A data file that is read by pread(2) alone.
///
/// A page behind the end of the file is an error here; through a map it would stop the process.
struct PageFile: ~Copyable {
    let descriptor: Int32

    /// Opens the data file of a directory for reading.
    ///
    /// liblmdb locks `lock.mdb` only, so closing this descriptor drops no lock of the process.
    init(directory: String) throws(StorageError) {
        descriptor = unsafe open("\(directory)/data.mdb", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: throw .storeMissing
            case EACCES: throw .permissionDenied
            case let code: throw StorageError(systemCode: code, call: "open")
            }
        }
    }

    deinit { _ = close(descriptor) }

    /// Reads bytes into a place of a buffer; fewer only at the end of the file.
    func read(
        at start: Int, count: Int, into buffer: inout [UInt8], at offset: Int
    ) throws(StorageError) -> Int {
        try Self.read(descriptor, at: start, count: count, into: &buffer, at: offset)
    }

    private static func read(
        _ descriptor: Int32, at start: Int, count: Int, into buffer: inout [UInt8], at offset: Int
    ) throws(StorageError) -> Int {
        let (received, code) = unsafe buffer.withUnsafeMutableBytes { buffer in
            let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: buffer[offset..<(offset + count)])
            var received = 0
            while received < count {
                let step = unsafe pread(
                    descriptor, target.baseAddress?.advanced(by: received), count - received,
                    off_t(start + received))
                if step < 0, errno == EINTR { continue }
                if step < 0 { return (received, errno) }
                if step == 0 { break }
                received += step
            }
            return (received, Int32(0))
        }
        if code != 0 { throw StorageError(systemCode: code, call: "pread") }
        return received
    }

    /// The bytes at a place of a file that somebody else has opened.
    ///
    /// - Throws: `truncated` where the file ends before them.
    static func bytes(
        of descriptor: Int32, at start: Int, count: Int
    ) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = try read(descriptor, at: start, count: count, into: &bytes, at: 0)
        guard received == count else { throw .truncated }
        return bytes
    }

    /// The bytes at a place; fewer only at the end of the file.
    func bytes(at start: Int, count: Int) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = try read(at: start, count: count, into: &bytes, at: 0)
        bytes.removeLast(count - received)
        return bytes
    }

    /// Tells the system that a part will be read soon, so that the disk can be busy meanwhile.
    func expect(at start: Int, count: Int) {
        // Advice only: that it cannot be taken changes nothing.
        _ = posix_fadvise(descriptor, off_t(start), off_t(count), POSIX_FADV_WILLNEED)
    }
}
