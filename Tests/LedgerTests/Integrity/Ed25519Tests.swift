internal import Testing

@testable internal import Ledger

@Suite("Ed25519")
struct Ed25519Tests {
    /// One vector of RFC 8032, section 7.1, in hexadecimal.
    struct Vector: Sendable {
        let seed: String
        let publicKey: String
        let message: String
        let signature: String
    }

    static let vectors = [
        Vector(
            seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            message: "",
            signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
                + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
        Vector(
            seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            message: "72",
            signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
                + "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
        Vector(
            seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
                + "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
    ]

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }

    @Test("The vectors of RFC 8032 come out, and no changed bit of them passes", arguments: vectors)
    func vector(_ vector: Vector) throws {
        let key = try Ed25519PrivateKey(seed: Self.bytes(vector.seed))
        let message = Self.bytes(vector.message)
        let signature = Self.bytes(vector.signature)
        #expect(key.publicKey.bytes == Self.bytes(vector.publicKey))
        #expect(try key.seed() == Self.bytes(vector.seed))
        #expect(try key.signature(of: message) == signature)
        #expect(try key.publicKey.isSignature(signature, of: message))
        for bit in 0..<signature.count * 8 {
            var changed = signature
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !key.publicKey.isSignature(changed, of: message), "bit \(bit)")
        }
        #expect(try !key.publicKey.isSignature(signature, of: message + [0]))
        #expect(try !key.publicKey.isSignature([], of: message))
        #expect(try !key.publicKey.isSignature(signature + [0], of: message))
        #expect(try !key.publicKey.isSignature(signature.dropLast(), of: message))
    }

    @Test("A key of another length is none")
    func lengths() {
        for count in [0, 31, 33, 64] {
            let bytes = [UInt8](repeating: 1, count: count)
            #expect(Ed25519PublicKey(bytes) == nil)
            #expect(throws: NoteError.malformedKey) { try Ed25519PrivateKey(seed: bytes) }
        }
    }

    @Test("Any 32 bytes as a public key are answered with no, not with a fault")
    func oddKeys() throws {
        var generator = SeededGenerator(seed: 11)
        let signature = [UInt8](repeating: 0, count: 64)
        for fill in [UInt8(0), 1, 0xFF] {
            let key = try #require(Ed25519PublicKey([UInt8](repeating: fill, count: 32)))
            #expect(try !key.isSignature(signature, of: [1]), "\(fill)")
        }
        for _ in 0..<50 {
            let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let key = try #require(Ed25519PublicKey(bytes))
            #expect(try !key.isSignature(signature, of: [1]), "\(bytes)")
        }
    }
}
