/// Holds what a page of rows came to until its read transaction has ended: whoever reads slowly
/// must not keep a snapshot open, because that makes the file grow.
final class PageOutput {
    private var held: [UInt8] = []
    private let write: (Span<UInt8>) throws -> Void

    init(write: @escaping (Span<UInt8>) throws -> Void) { self.write = write }

    /// Takes bytes in, inside a read transaction.
    func take(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
    }

    /// Hands on what is held, outside of one.
    func flush() throws {
        guard !held.isEmpty else { return }
        let bytes = held
        held = []
        try write(bytes.span)
    }
}
