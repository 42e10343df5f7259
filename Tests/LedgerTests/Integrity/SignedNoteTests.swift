internal import Testing

@testable internal import Ledger

@Suite("Signed notes")
struct SignedNoteTests {
    /// The example of C2SP signed-note.
    private static let example = """
        This is an example message.

        — example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=

        """

    @Test("The example of C2SP holds")
    func exampleNote() throws {
        let verifier = try NoteVerifier(
            "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
        let note = try SignedNote(Array(Self.example.utf8))
        let verified = try note.verify(with: [verifier])
        #expect(verified == [VerifiedSignature(verifier: verifier, cosignedAtSeconds: nil)])
        #expect(note.bytes == Array(Self.example.utf8))
    }

    /// A checkpoint signed by its log, by a stranger and by a witness.
    private static func cosigned() throws -> (note: SignedNote, keys: [NoteVerifier]) {
        let signer = try NoteSupport.signer()
        let witness = try NoteSupport.Witness()
        let text = try NoteSupport.checkpoint().text
        var note = try SignedNote(text: text, signedBy: signer)
        note.append(try NoteSupport.signer("stranger.example", seed: 9).signature(of: text))
        note.append(try witness.cosignature(of: text, seconds: 1_679_315_147))
        return (note, [signer.verifier, witness.verifier])
    }

    @Test("Known signatures are checked, unknown ones are kept, a cosignature tells its instant")
    func signatures() throws {
        let (note, keys) = try Self.cosigned()
        let read = try SignedNote(note.bytes)
        #expect(read == note)
        #expect(read.bytes == note.bytes)
        #expect(
            read.signatures.map(\.name.text) == [
                "example.com/ledger", "stranger.example", "witness.example/w1",
            ])
        let verified = try read.verify(with: keys)
        #expect(verified.map(\.verifier) == keys)
        #expect(verified.map(\.cosignedAtSeconds) == [nil, 1_679_315_147])
        #expect(try read.verify(with: [keys[1]]).count == 1)
        #expect(try read.verify(with: keys + keys).count == 2)
    }

    @Test("A note with any bit changed, cut or lengthened no longer holds")
    func damaged() throws {
        let signer = try NoteSupport.signer()
        let witness = try NoteSupport.Witness()
        let text = try NoteSupport.checkpoint().text
        let plain = try SignedNote(text: text, signedBy: signer)
        for (bit, changed) in NoteSupport.flipped(plain.bytes) {
            let isRefused = NoteSupport.isRefused {
                _ = try SignedNote(changed).verify(with: [signer.verifier])
            }
            #expect(isRefused, "bit \(bit)")
        }
        for count in 0..<plain.bytes.count {
            let isRefused = NoteSupport.isRefused {
                _ = try SignedNote(Array(plain.bytes[..<count])).verify(with: [signer.verifier])
            }
            #expect(isRefused, "\(count) bytes")
        }
        for end in ["\n", "x", "— \n", "\n\n", "— a b\n"] {
            #expect(NoteSupport.isRefused { _ = try SignedNote(plain.bytes + Array(end.utf8)) })
        }
        let cosignature = try witness.cosignature(of: text, seconds: 5)
        for (bit, changed) in NoteSupport.flipped(cosignature.bytes) {
            var note = plain
            note.append(
                NoteSignature(
                    name: cosignature.name, keyID: cosignature.keyID, bytes: changed))
            #expect(throws: NoteError.signatureInvalid, "bit \(bit)") {
                try note.verify(with: [witness.verifier])
            }
            // Whoever does not know the witness is not disturbed.
            #expect(try note.verify(with: [signer.verifier]).count == 1)
        }
    }

    @Test("One wrong signature by a known key refuses the note, also behind a right one")
    func wrongSignature() throws {
        let (note, keys) = try Self.cosigned()
        var wrong = note
        wrong.append(
            NoteSignature(
                name: keys[0].name, keyID: keys[0].keyID,
                bytes: [UInt8](repeating: 0, count: 64)))
        #expect(throws: NoteError.signatureInvalid) { try wrong.verify(with: keys) }
        #expect(try wrong.verify(with: [keys[1]]).count == 1)
        #expect(throws: NoteError.noKnownSignature) { try note.verify(with: []) }
        let other = try NoteVerifier(
            name: keys[0].name, type: .ed25519, publicKey: keys[1].publicKey)
        #expect(throws: NoteError.noKnownSignature) { try note.verify(with: [other]) }
    }

    @Test("A cosignature is of a checkpoint, and its instant is below 2^63")
    func cosignatures() throws {
        let witness = try NoteSupport.Witness()
        let signer = try NoteSupport.signer()
        let text = try NoteSupport.checkpoint().text
        for (seconds, isTaken): (UInt64, Bool) in [
            (0, true), (1 << 63 - 1, true), (1 << 63, false),
        ] {
            var note = try SignedNote(text: text, signedBy: signer)
            note.append(try witness.cosignature(of: text, seconds: seconds))
            let verified = try? note.verify(with: [witness.verifier])
            #expect((verified != nil) == isTaken, "\(seconds)")
        }
        let other = Array("no checkpoint\n".utf8)
        var note = try SignedNote(text: other, signedBy: signer)
        note.append(try witness.cosignature(of: other, seconds: 1))
        #expect(throws: NoteError.malformedCheckpoint) {
            try note.verify(with: [witness.verifier])
        }
        #expect(try note.verify(with: [signer.verifier]).count == 1)
    }

    @Test("The text ends at the last empty line, and may hold empty lines")
    func emptyLines() throws {
        let signer = try NoteSupport.signer()
        for text in ["\n", "a\n\nb\n", "\n\n", "a\n\n"] {
            let note = try SignedNote(text: Array(text.utf8), signedBy: signer)
            let read = try SignedNote(note.bytes)
            #expect(read.text == Array(text.utf8))
            #expect(try read.verify(with: [signer.verifier]).count == 1)
        }
        #expect(throws: NoteError.malformedNote) {
            try SignedNote(text: Array("a".utf8), signedBy: signer)
        }
        #expect(throws: NoteError.notText) {
            try SignedNote(text: Array("a\r\n".utf8), signedBy: signer)
        }
    }

    @Test("What is longer than the limits is refused, what is as long is not")
    func limits() throws {
        let signer = try NoteSupport.signer()
        var note = try SignedNote(text: Array("a\n".utf8), signedBy: signer)
        for _ in 1..<NoteLimits.signatureCountMax { note.append(note.signatures[0]) }
        #expect(try SignedNote(note.bytes).signatures.count == NoteLimits.signatureCountMax)
        let signature = note.signatures[0]
        #expect(throws: NoteError.tooManySignatures) { try note.add(signature) }
        let line = Array("\(signature.line)\n".utf8)
        #expect(throws: NoteError.tooManySignatures) { try SignedNote(note.bytes + line) }
        let long = [UInt8](repeating: 65, count: NoteLimits.noteBytesMax)
        #expect(throws: NoteError.tooLarge) {
            try SignedNote(text: long + [10], signedBy: signer)
        }
        #expect(throws: NoteError.tooLarge) { try SignedNote(long + [65]) }
        let wide = "— a " + String(repeating: "A", count: NoteLimits.lineBytesMax) + "\n"
        #expect(throws: NoteError.tooLarge) { try SignedNote(Array("a\n\n\(wide)".utf8)) }
    }

    @Test("Random bytes and random pieces of notes are answered, never a trap")
    func random() throws {
        let seed: UInt64 = 2_026
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "\n", "\n\n", "— ", "a", " ", "AAAAAAAA", "+", "=", "\u{301}", "\r", "—", "0",
        ]
        let key = try NoteSupport.signer().verifier
        for round in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            let bytes = Array(text.utf8)
            let verified = try? SignedNote(bytes).verify(with: [key])
            #expect(verified == nil, "round \(round) of seed \(seed)")
            if let note = try? SignedNote(bytes) { #expect(note.bytes == bytes) }
            if let checkpoint = try? Checkpoint(text: bytes) { #expect(checkpoint.text == bytes) }
        }
    }
}

extension SignedNote {
    /// Appends where a test knows that there is room.
    fileprivate mutating func append(_ signature: NoteSignature) {
        do { try add(signature) } catch { Issue.record(error) }
    }
}
