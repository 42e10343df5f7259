/// What follows the header segment of a token: a full stop, the payload's text, another full stop,
/// the signature's text.
///
/// The payload comes in pieces. Keep one and use it again: its memory grows once.
struct TokenTail {
    private var memory: [UInt8] = []
    private var count = 0
    private var payloadTextEnd = 0
    /// Bytes of the payload that wait for the rest of their group of three.
    private var waiting = InlineArray<3, UInt8>(repeating: 0)
    private var waitingCount = 0

    /// Everything that was written.
    var text: Span<UInt8> {
        @_lifetime(borrow self)
        get { memory.span.extracting(0..<count) }
    }

    /// The payload's text.
    var payloadText: Span<UInt8> {
        @_lifetime(borrow self)
        get { memory.span.extracting(1..<payloadTextEnd) }
    }

    /// Begins another tail, for so many bytes of payload and of signature.
    mutating func start(payloadByteCount: Int, signatureByteCount: Int) {
        let byteCount =
            2 + Base64.encodedCount(of: payloadByteCount, alphabet: .url)
            + Base64.encodedCount(of: signatureByteCount, alphabet: .url)
        if memory.count < byteCount { memory = [UInt8](repeating: 0, count: byteCount) }
        (count, waitingCount) = (0, 0)
        appendFullStop()
    }

    /// Adds the payload's next bytes.
    mutating func append(_ bytes: Span<UInt8>) {
        let start = fillGroup(from: bytes)
        let end = bytes.count - (bytes.count - start) % 3
        appendText(of: bytes.extracting(start..<end))
        wait(for: bytes.extracting(end..<bytes.count))
    }

    /// Adds a header segment that stands in the payload.
    mutating func append(_ header: EvidenceHeaderText) {
        let headerBytes = header.bytes
        let bytes = headerBytes.span
        let start = fillGroup(from: bytes)
        let text = header.text(from: start)
        unsafe memory.withUnsafeMutableBytes { [count] memory in
            unsafe text.withUnsafeBytes { text in
                unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...])
                    .copyMemory(from: text)
            }
        }
        count += text.count
        wait(for: bytes.extracting(start + text.count / 4 * 3..<bytes.count))
    }

    /// Ends the payload, and adds the signature.
    mutating func finish(signature: Span<UInt8>) {
        appendWaiting()
        payloadTextEnd = count
        appendFullStop()
        appendText(of: signature)
    }

    private mutating func appendFullStop() {
        memory[count] = UInt8(ascii: ".")
        count += 1
    }

    /// Completes the group that waits; says how many bytes that took.
    private mutating func fillGroup(from bytes: Span<UInt8>) -> Int {
        guard waitingCount > 0 else { return 0 }
        let used = min(3 - waitingCount, bytes.count)
        wait(for: bytes.extracting(0..<used))
        if waitingCount == 3 { appendWaiting() }
        return used
    }

    private mutating func wait(for bytes: Span<UInt8>) {
        for index in bytes.indices {
            waiting[waitingCount] = bytes[index]
            waitingCount += 1
        }
    }

    private mutating func appendWaiting() {
        let group = waiting
        appendText(of: group.span.extracting(0..<waitingCount))
        waitingCount = 0
    }

    private mutating func appendText(of bytes: Span<UInt8>) {
        let end = count + Base64.encodedCount(of: bytes.count, alphabet: .url)
        unsafe memory.withUnsafeMutableBufferPointer { [count] memory in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe Base64.encode(
                    bytes, alphabet: .url,
                    into: UnsafeMutableBufferPointer(rebasing: memory[count..<end]))
            }
        }
        count = end
    }
}
