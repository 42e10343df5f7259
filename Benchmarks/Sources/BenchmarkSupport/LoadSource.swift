@_spi(Benchmarks) package import Ledger
package import LedgerTesting

/// Inputs of the load, signed.
package struct SignedInputs: Sendable {
    /// What they say.
    package var inputs: [TestLoadInput] = []
    /// The compact JWS of each: a notification or a transaction.
    package var tokens: [[UInt8]] = []

    package init() {}

    /// Bytes of all tokens as received.
    package var byteCount: Int { tokens.reduce(0) { $0 + $1.count } }

    /// Signatures in all of them.
    package var signatureCount: Int {
        inputs.reduce(0) { $0 + $1.facts.count }
    }

    /// The inputs as verification takes them.
    package func signedInput(_ index: Int) -> SignedInput {
        inputs[index].notificationType == nil
            ? .transaction(tokens[index], renewalInfo: nil) : .notification(tokens[index])
    }

    /// The inputs as a file: one on a line.
    package var lines: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + 24 * tokens.count)
        for (input, token) in zip(inputs, tokens) {
            if input.notificationType == nil {
                bytes += token
            } else {
                bytes += Array(#"{"signedPayload":""#.utf8)
                bytes += token
                bytes += Array(#""}"#.utf8)
            }
            bytes.append(0x0A)
        }
        return bytes
    }

    /// Adds what follows.
    package mutating func append(_ other: SignedInputs) {
        inputs += other.inputs
        tokens += other.tokens
    }
}

/// The load, signed piece by piece on every core.
package struct LoadSource: Sendable {
    private var load: TestLoad
    /// Whose key signs.
    package let signer: TestLoadSigner

    package var customerCount: Int { load.customerCount }

    /// Inputs that one task signs.
    private static let inputsPerTask = 256

    package init(lineCount: Int, signer: TestLoadSigner) {
        load = TestLoad(lineCount: lineCount)
        self.signer = signer
    }

    /// The next inputs, fewer at the end.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - isWanted: inputs that are not are passed over, unsigned.
    /// - Returns: the inputs with their tokens.
    /// - Throws: `TestAppStoreError.libcrypto`.
    package mutating func next(
        _ count: Int, where isWanted: (TestLoadInput) -> Bool = { _ in true }
    ) async throws -> SignedInputs {
        var result = SignedInputs()
        result.inputs.reserveCapacity(count)
        while result.inputs.count < count, let input = load.next() {
            if isWanted(input) { result.inputs.append(input) }
        }
        let (inputs, signer) = (result.inputs, signer)
        result.tokens = try await inParallel(count: inputs.count, size: Self.inputsPerTask) {
            range in
            try inputs[range].map { try $0.token(by: signer) }
        }
        return result
    }
}

/// Does a piece of work for each range of indices on every core, and puts the results in order.
package func inParallel<Value: Sendable>(
    count: Int, size: Int, _ work: @escaping @Sendable (Range<Int>) throws -> [Value]
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, [Value]).self) { group in
        for start in stride(from: 0, to: count, by: size) {
            group.addTask { (start, try work(start..<min(count, start + size))) }
        }
        var parts: [(Int, [Value])] = []
        for try await part in group { parts.append(part) }
        return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
}
