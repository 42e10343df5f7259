internal import Testing

@testable internal import Ledger

@Suite("Keys of signed notes")
struct NoteKeyTests {
    /// The example of C2SP signed-note.
    private static let example =
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"

    @Test("A verifier key is read and written in C2SP's form")
    func verifierKey() throws {
        let verifier = try NoteVerifier(Self.example)
        #expect(verifier.name.text == "example.com/foo")
        #expect(verifier.keyID == 0x530d_903a)
        #expect(verifier.type == .ed25519)
        #expect(verifier.text == Self.example)
        let witness = try NoteSupport.Witness().verifier
        #expect(try NoteVerifier(witness.text) == witness)
        #expect(try NoteVerifier(NoteSupport.signer().verifier.text).type == .ed25519)
    }

    @Test("A verifier key with any bit changed, cut or lengthened is refused")
    func damagedVerifierKey() throws {
        let bytes = Array(Self.example.utf8)
        for (bit, changed) in NoteSupport.flipped(bytes) {
            let text = String(decoding: changed, as: UTF8.self)
            #expect(NoteSupport.isRefused { _ = try NoteVerifier(text) }, "bit \(bit)")
        }
        for count in 0..<bytes.count {
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            #expect(NoteSupport.isRefused { _ = try NoteVerifier(text) }, "\(count) bytes")
        }
        for text in [Self.example + "A", Self.example + "\n", " " + Self.example] {
            #expect(NoteSupport.isRefused { _ = try NoteVerifier(text) })
        }
        #expect(throws: NoteError.unknownKeyType(2)) {
            try NoteVerifier(
                "a+00000000+\(NoteText.base64([2] + [UInt8](repeating: 0, count: 32)))")
        }
        #expect(throws: NoteError.tooLarge) {
            try NoteVerifier(String(repeating: "a", count: NoteLimits.lineBytesMax + 1))
        }
    }

    @Test(
        "Names with white space, a plus sign or control characters, none and too long ones are refused"
    )
    func names() throws {
        let longest = String(repeating: "a", count: NoteLimits.keyNameBytesMax)
        for text in ["a", "例え.example/ü", longest] { #expect(try NoteKeyName(text).text == text) }
        for text in [
            "", "a b", "a+b", "a\tb", "a\u{A0}b", "a\u{2028}b", "a\u{0}", "\u{3000}", longest + "a",
        ] {
            #expect(throws: NoteError.invalidKeyName) { try NoteKeyName(text) }
        }
        // Two spellings of one text are two names.
        #expect(try NoteKeyName("\u{E9}") != NoteKeyName("e\u{301}"))
    }

    @Test("A key file comes back, and says what it is on its first line")
    func keyFile() throws {
        let signer = try NoteSupport.signer()
        let file = try signer.file()
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0]
                == "transaction-ledger signing key v1: keep it secret, who has it can sign checkpoints"
        )
        #expect(lines[1].hasPrefix("PRIVATE+KEY+example.com/ledger+"))
        let read = try NoteSigner(file: file)
        #expect(read.verifier == signer.verifier)
        #expect(try read.signature(of: [1, 2]) == signer.signature(of: [1, 2]))
    }

    @Test("A key file with any bit changed, cut or lengthened is refused")
    func damagedKeyFile() throws {
        let file = try NoteSupport.signer().file()
        for (bit, changed) in NoteSupport.flipped(file) {
            #expect(NoteSupport.isRefused { _ = try NoteSigner(file: changed) }, "bit \(bit)")
        }
        for count in 0..<file.count {
            #expect(NoteSupport.isRefused { _ = try NoteSigner(file: Array(file[..<count])) })
        }
        #expect(throws: NoteError.malformedKeyFile) { try NoteSigner(file: file + [10]) }
        let verifierKey = Array(try NoteSupport.signer().verifier.text.utf8)
        #expect(throws: NoteError.malformedKeyFile) { try NoteSigner(file: verifierKey) }
        #expect(throws: NoteError.tooLarge) {
            try NoteSigner(file: [UInt8](repeating: 65, count: NoteLimits.keyFileBytesMax + 1))
        }
    }

    @Test("A signer that is printed shows nothing of its seed")
    func secrecy() throws {
        let signer = try NoteSupport.signer(seed: 0xC7)
        var printed = "\(signer)"
        dump(signer, to: &printed)
        #expect(!printed.contains("199"))
        #expect(!printed.lowercased().contains("c7c7"))
        #expect(!printed.contains("x8fHx"))
    }
}
