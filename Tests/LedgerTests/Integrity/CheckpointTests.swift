internal import Testing

@testable internal import Ledger

@Suite("Checkpoints")
struct CheckpointTests {
    private static let root = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="

    private static func read(_ text: String) throws -> Checkpoint {
        try Checkpoint(text: Array(text.utf8))
    }

    @Test("Origin, size, root and further lines are read and written")
    func lines() throws {
        for text in [
            "example.com/behind-the-sofa\n20852163\n\(Self.root)\n",
            "a\n0\n\(Self.root)\n", "a b+c\n9223372036854775807\n\(Self.root)\nx\ny z\n",
        ] {
            let checkpoint = try Self.read(text)
            #expect(checkpoint.text == Array(text.utf8))
        }
        let checkpoint = try Self.read("a\n7\n\(Self.root)\nx\n")
        #expect(checkpoint.origin == ExactText("a"))
        #expect(checkpoint.size == 7)
        #expect(NoteText.base64(checkpoint.root.bytes) == Self.root)
        #expect(checkpoint.extensionLines == [ExactText("x")])
        let made = try NoteSupport.checkpoint()
        #expect(try Checkpoint(text: made.text) == made)
    }

    @Test(
        "What is no checkpoint is refused",
        arguments: [
            "", "\n", "a\n1\n", "a\n1\nROOT", "\n1\nROOT\n", "a\n\nROOT\n", "a\n1\nROOT\n\n",
            "a\n01\nROOT\n", "a\n00\nROOT\n", "a\n+1\nROOT\n", "a\n-1\nROOT\n", "a\n1 \nROOT\n",
            "a\n 1\nROOT\n", "a\n0x1\nROOT\n", "a\n١\nROOT\n", "a\n9223372036854775808\nROOT\n",
            "a\n18446744073709551616\nROOT\n", "a\n1\nAAAA\n", "a\n1\nROOTAAAA\n",
            "a\n1\nROOT \n", "a\n1\nROOT\nx\n\ny\n",
        ])
    func malformed(_ template: String) {
        let text = template.split(separator: "ROOT", omittingEmptySubsequences: false)
            .joined(separator: Self.root)
        #expect(throws: NoteError.malformedCheckpoint) { try Self.read(text) }
    }

    @Test("Control characters, bytes that are no text, and too long lines are refused")
    func limits() {
        for text in [
            "a\r\n1\n\(Self.root)\n", "a\u{0}\n1\n\(Self.root)\n", "a\t\n1\n\(Self.root)\n",
        ] {
            #expect(throws: NoteError.notText) { try Self.read(text) }
        }
        #expect(throws: NoteError.notText) { try Checkpoint(text: [0xFF, 10]) }
        let long = String(repeating: "a", count: NoteLimits.lineBytesMax + 1)
        #expect(throws: NoteError.tooLarge) { try Self.read("\(long)\n1\n\(Self.root)\n") }
        let huge = [UInt8](repeating: 65, count: NoteLimits.noteBytesMax + 1)
        #expect(throws: NoteError.tooLarge) { try Checkpoint(text: huge) }
    }
}
