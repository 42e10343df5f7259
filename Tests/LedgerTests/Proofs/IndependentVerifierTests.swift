import Foundation
import Testing

@testable import Ledger

/// `Fixtures/proofs/verify_proof.py` is written from the pages alone; what it says of the files
/// that this code makes is what any third party finds.
@Suite("An independent verifier")
struct IndependentVerifierTests {
    private static let python = ["/usr/bin/env", "python3"]
    static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/proofs/verify_proof.py").path

    static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python[0])
        process.arguments = [python[1]] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    static let hasPython = (try? run(["-c", "pass"]).status) == 0

    private static func write(
        _ files: [(name: String, bytes: [UInt8])], to directory: TemporaryDirectory
    ) throws -> [String] {
        try files.map { file in
            let path = directory.path + "/" + file.name
            try Data(file.bytes).write(to: URL(fileURLWithPath: path))
            return path
        }
    }

    @Test("It finds that every proof of a ledger holds", .enabled(if: hasPython))
    func holds() async throws {
        let ledger = try await ProvenLedger.shared.value
        let witness = try NoteSupport.Witness()
        var files: [(name: String, bytes: [UInt8])] = []
        for sequence in 1...ledger.size {
            var proof = try ledger.proof(of: sequence, size: ledger.size)
            if sequence == 1 {
                try proof.checkpoint.add(
                    witness.cosignature(of: proof.checkpoint.text, seconds: 99))
            }
            files.append(("event\(sequence)", proof.bytes))
        }
        for older in 0...ledger.size {
            files.append(
                ("from\(older)", try ledger.consistencyProof(from: older, to: ledger.size).bytes))
        }
        let directory = try TemporaryDirectory()
        let paths = try Self.write(files, to: directory)
        let keys = ["--key", ledger.signer.verifier.text, "--key", witness.verifier.text]
        let (status, output) = try Self.run([Self.script] + keys + paths)
        #expect(status == 0, "\(output)")
        #expect(output.components(separatedBy: "  holds\n").count == files.count + 1)
        #expect(output.contains("seen at 99 by witness.example/w1"))
        let tokens = ledger.entries.count { $0.evidence != nil }
        #expect(
            output.components(separatedBy: "the one that the event commits to").count
                == tokens + 1)
    }

    @Test(
        "It finds that a changed proof does not hold, as the ledger's own verifier does",
        .enabled(if: hasPython))
    func doesNotHold() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        let seed: UInt64 = 41
        var generator = SeededGenerator(seed: seed)
        var files: [(name: String, bytes: [UInt8])] = []
        let beside = try #require(
            ledger.entries.firstIndex { $0.evidence?.others.isEmpty == false })
        var besideProof = try ledger.proof(of: UInt64(beside) + 1, size: ledger.size)
        let whole = [
            try ledger.proof(of: 3, size: ledger.size).bytes,
            try ledger.consistencyProof(from: 3, to: 7).bytes, besideProof.bytes,
        ]
        besideProof.evidence?.others[0].digest = .zero
        files.append(("beside", besideProof.bytes))
        besideProof.evidence?.others = []
        files.append(("alone", besideProof.bytes))
        for (number, proof) in try ledger.contradictoryProofs().enumerated() {
            files.append(("contradictory\(number)", proof.bytes))
        }
        for file in files {
            #expect(NoteSupport.isRefused { _ = try verifier.verify(file.bytes) })
        }
        for number in 0..<90 {
            var bytes = whole[number % 3]
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            if number < 75 {
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            } else {
                bytes.removeSubrange(place...)
            }
            #expect(
                NoteSupport.isRefused { _ = try verifier.verify(bytes) },
                "file \(number) of seed \(seed)")
            files.append(("broken\(number)", bytes))
        }
        let directory = try TemporaryDirectory()
        let paths = try Self.write(files, to: directory)
        let (status, output) = try Self.run(
            [Self.script, "--key", ledger.signer.verifier.text] + paths)
        #expect(status == 1)
        let refused = output.components(separatedBy: "does not hold:").count - 1
        #expect(refused == files.count, "seed \(seed): \(output)")
    }

    @Test("It reads every field that the format has", .enabled(if: hasPython))
    func fields() throws {
        let rows = try Documentation.table(
            ["number", "name", "type", "note"], in: try Documentation.page("format.md"))
        let folder = URL(fileURLWithPath: Self.script).deletingLastPathComponent().path
        let program = """
            import sys
            sys.path.insert(0, sys.argv[1])
            import verify_proof
            print(*sorted(verify_proof.FIELD_TYPES))
            """
        let (status, output) = try Self.run(["-B", "-c", program, folder])
        #expect(status == 0)
        #expect(output == rows.map { $0[0] }.joined(separator: " ") + "\n")
    }

    @Test("It does not take a proof that a stranger has signed", .enabled(if: hasPython))
    func stranger() async throws {
        let ledger = try await ProvenLedger.shared.value
        let directory = try TemporaryDirectory()
        let path = try Self.write(
            [("event", try ledger.proof(of: 1, size: ledger.size).bytes)], to: directory)
        let stranger = try NoteSupport.signer("example.com/ledger", seed: 5)
        #expect(try Self.run([Self.script, "--key", stranger.verifier.text] + path).status == 1)
        #expect(try Self.run([Self.script, "--key", "no key"] + path).status == 2)
        #expect(try Self.run([Self.script] + path).status == 2)
        let key = directory.path + "/ledger.vkey"
        try Data((ledger.signer.verifier.text + "\n").utf8).write(to: URL(fileURLWithPath: key))
        #expect(try Self.run([Self.script, "--key", key] + path).status == 0)
        #expect(try Self.run([Self.script, "--key", key, directory.path + "/none"]).status == 2)
        let (status, help) = try Self.run([Self.script, "--help"])
        #expect(status == 0 && help.contains("--key VKEY"))
    }

    @Test("It refuses the notes, tokens and files that the page refuses", .enabled(if: hasPython))
    func notes() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        let proof = try ledger.proof(of: 1, size: ledger.size).bytes
        let signature = "AQIDBAU="
        var files: [(name: String, bytes: [UInt8])] = []
        for (index, name) in [
            "a+b", "a\u{A0}b", "a\u{2003}b", "a\u{85}b", "a\u{2028}b", "a\u{3000}",
        ]
        .enumerated() {
            files.append(("name\(index)", proof + Array("\u{2014} \(name) \(signature)\n".utf8)))
        }
        let name = String(repeating: "n", count: NoteLimits.keyNameBytesMax + 1)
        files.append(("long", proof + Array("\u{2014} \(name) \(signature)\n".utf8)))
        let line = "\u{2014} a \(signature)\n"
        let many = String(repeating: line, count: NoteLimits.signatureCountMax)
        files.append(("many", proof + Array(many.utf8)))
        let wide = [UInt8](repeating: 0, count: NoteLimits.lineBytesMax)
        files.append(("wide", proof + Array("\u{2014} a \(NoteText.base64(wide))\n".utf8)))
        var oversized = try ledger.proof(of: 3, size: ledger.size)
        let rest = SignedInputLimits.compactJWSBytesMax + 1 - (oversized.evidence?.token.count ?? 0)
        oversized.evidence?.token += [UInt8](repeating: UInt8(ascii: "A"), count: rest)
        files.append(("token", oversized.bytes))
        let filling = [UInt8](repeating: UInt8(ascii: "\n"), count: ProofLimits.fileBytesMax)
        files.append(("file", proof + filling))
        for file in files {
            #expect(NoteSupport.isRefused { _ = try verifier.verify(file.bytes) }, "\(file.name)")
        }
        let held =
            proof + Array(String(repeating: line, count: NoteLimits.signatureCountMax - 1).utf8)
        #expect(throws: Never.self) { try verifier.verify(held) }
        let directory = try TemporaryDirectory()
        let paths = try Self.write(files + [("held", held)], to: directory)
        let (status, output) = try Self.run(
            [Self.script, "--key", ledger.signer.verifier.text] + paths)
        #expect(status == 1)
        #expect(
            output.components(separatedBy: "does not hold:").count - 1 == files.count, "\(output)")
        #expect(output.components(separatedBy: "  holds\n").count - 1 == 1)
    }
}
