internal import Testing

@testable internal import Ledger

@Suite("SHA-256")
struct SHA256Tests {
    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    @Test(
        "The examples of FIPS 180-4 come out, by one hasher again and again",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func examples(text: String, digest: String) throws {
        let hasher = try SHA256()
        for _ in 0..<3 {
            #expect(Self.hexadecimal(try hasher.digest(Array(text.utf8)).bytes) == digest)
            _ = try hasher.digest([1, 2, 3])
        }
    }

    @Test("Where bytes are cut into pieces does not matter")
    func pieces() throws {
        let bytes = (0..<200).map { UInt8($0) }
        let hasher = try SHA256()
        let whole = try hasher.digest(bytes)
        for cut in 0...bytes.count {
            let parts = (Array(bytes[..<cut]), Array(bytes[cut...]))
            #expect(try hasher.digest(parts.0, parts.1) == whole, "cut at \(cut)")
        }
    }
}
