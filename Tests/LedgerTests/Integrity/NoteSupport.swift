@testable internal import Ledger

/// Keys and notes that tests sign.
enum NoteSupport {
    static func signer(_ name: String = "example.com/ledger", seed: UInt8 = 1) throws -> NoteSigner
    {
        try NoteSigner(
            name: try NoteKeyName(name), seed: [UInt8](repeating: seed, count: 32))
    }

    static func checkpoint(size: UInt64 = 5) throws -> Checkpoint {
        let root = try MerkleHasher().leaf([1, 2, 3].bytes)
        return Checkpoint(origin: try NoteKeyName("example.com/ledger"), size: size, root: root)
    }

    /// A witness of C2SP tlog-cosignature.
    struct Witness {
        let key: Ed25519PrivateKey
        let verifier: NoteVerifier

        init(_ name: String = "witness.example/w1", seed: UInt8 = 7) throws {
            key = try Ed25519PrivateKey(seed: [UInt8](repeating: seed, count: 32))
            verifier = try NoteVerifier(
                name: try NoteKeyName(name), type: .ed25519Cosignature, publicKey: key.publicKey)
        }

        func cosignature(of text: [UInt8], seconds: UInt64) throws -> NoteSignature {
            let message = Array("cosignature/v1\ntime \(seconds)\n".utf8) + text
            let stamp = (0..<8).map { UInt8(truncatingIfNeeded: seconds >> UInt64(56 - 8 * $0)) }
            return NoteSignature(
                name: verifier.name, keyID: verifier.keyID,
                bytes: stamp + (try key.signature(of: message)))
        }
    }

    /// Every way to change one bit of some bytes.
    static func flipped(_ bytes: [UInt8]) -> some Sequence<(bit: Int, bytes: [UInt8])> {
        (0..<bytes.count * 8).lazy.map { bit in
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            return (bit, changed)
        }
    }

    /// Whether reading throws.
    static func isRefused(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch {
            return true
        }
    }
}
