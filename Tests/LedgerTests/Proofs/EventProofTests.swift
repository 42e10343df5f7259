import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The proof of an event")
struct EventProofTests {
    @Test("Every event of a ledger is proved in every later checkpoint, its signed token too")
    func everyEvent() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(
            keys: ledger.keys, storeSignatures: try ProvenLedger.storeSignatures())
        var results: [EventKind: Set<StoreSignatureCheck.Result?>] = [:]
        for sequence in 1...ledger.size {
            for size in Set([sequence, ledger.size, (sequence + ledger.size) / 2]) {
                let file = try ledger.proof(of: sequence, size: size).bytes
                guard case .event(let report) = try verifier.verify(file) else {
                    Issue.record("event \(sequence) is proved as something else")
                    continue
                }
                let entry = ledger.entries[Int(sequence) - 1]
                #expect(report.sequence == sequence)
                #expect(report.event.fields == entry.fields)
                #expect(report.evidence == (entry.evidence == nil ? .notCommitted : .matches))
                results[entry.fields.kind, default: []].insert(report.storeSignature)
            }
        }
        for kind in [
            EventKind.transaction, .renewal, .renewalInfo, .revocation, .reversal, .notification,
            .appTransaction,
        ] {
            #expect(results[kind] == [.saysWhatTheEventSays], "\(kind)")
        }
        #expect(results[.restatement] == [.isGenuine])
        #expect(results[.credit] == [nil])
        #expect(results[.catalog] == [nil])
    }

    @Test("A file is read and written byte for byte, and begins as a C2SP tlog-proof")
    func form() async throws {
        let ledger = try await ProvenLedger.shared.value
        for sequence in 1...ledger.size {
            let proof = try ledger.proof(of: sequence, size: ledger.size)
            #expect(try EventProof(proof.bytes) == proof)
            let lines = String(decoding: proof.bytes, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0] == "c2sp.org/tlog-proof@v1")
            #expect(lines[1].hasPrefix("extra "))
            #expect(lines[2] == "index \(sequence - 1)")
            #expect(lines[3 + proof.hashes.count].isEmpty)
            #expect(lines[4 + proof.hashes.count] == "example.com/ledger")
            let generic = try InclusionProofFile(proof.bytes)
            #expect(generic.hashes == proof.hashes)
        }
    }

    @Test("A tlog-proof without extra data is read, and is no proof of an event")
    func withoutExtra() async throws {
        let ledger = try await ProvenLedger.shared.value
        var file = try InclusionProofFile(ledger.proof(of: 1, size: ledger.size).bytes)
        file.extra = nil
        #expect(try InclusionProofFile(file.bytes) == file)
        #expect(throws: ProofError.malformedEvent) { try EventProof(file.bytes) }
        file.extra = []
        #expect(try InclusionProofFile(file.bytes) == file)
    }

    @Test("A proof with any bit changed is refused")
    func flipped() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        // The event without evidence has the smallest file; each bit of it is tried.
        let credit = try #require(ledger.entries.firstIndex { $0.fields.kind == .credit })
        let file = try ledger.proof(of: UInt64(credit) + 1, size: ledger.size).bytes
        #expect(throws: Never.self) { try verifier.verify(file) }
        for (bit, changed) in NoteSupport.flipped(file) {
            #expect(
                NoteSupport.isRefused { _ = try verifier.verify(changed) },
                "bit \(bit % 8) of byte \(bit / 8)")
        }
        let signed = try ledger.proof(of: 3, size: ledger.size).bytes
        for place in stride(from: 0, to: signed.count, by: 7) {
            var changed = signed
            changed[place] ^= 1
            #expect(NoteSupport.isRefused { _ = try verifier.verify(changed) }, "byte \(place)")
        }
    }

    @Test("A proof that is cut, lengthened, too long or of another form is refused")
    func cut() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        let file = try ledger.proof(of: 3, size: ledger.size).bytes
        for count in Array(0..<200) + Array(stride(from: 200, to: file.count, by: 11))
            + Array((file.count - 300)..<file.count)
        {
            #expect(
                NoteSupport.isRefused { _ = try verifier.verify(Array(file[..<count])) },
                "\(count) bytes")
        }
        #expect(NoteSupport.isRefused { _ = try verifier.verify(file + [10]) })
        #expect(throws: ProofError.malformedProof) { try verifier.verify([1, 2, 3]) }
        let long =
            Array("c2sp.org/tlog-proof@v1\n".utf8)
            + [UInt8](repeating: 65, count: ProofLimits.fileBytesMax)
        #expect(throws: ProofError.tooLarge) { try verifier.verify(long) }
    }

    @Test("Another event, index, hash, checkpoint or key does not pass")
    func exchanged() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        let proof = try ledger.proof(of: 3, size: ledger.size)
        func refused(_ change: (inout EventProof) throws -> Void) throws -> Bool {
            var changed = proof
            try change(&changed)
            return NoteSupport.isRefused { _ = try verifier.verify(changed.bytes) }
        }
        #expect(try refused { $0.leafInput = ledger.entries[4].leafInput })
        #expect(try refused { $0.index = 3 })
        #expect(try refused { $0.index = ledger.size })
        #expect(try refused { $0.hashes.removeLast() })
        #expect(try refused { $0.hashes.append(.zero) })
        #expect(try refused { $0.hashes.swapAt(0, 1) })
        #expect(try refused { $0.checkpoint = try ledger.checkpoint(size: ledger.size - 1) })
        let stranger = try NoteSupport.signer("example.com/ledger", seed: 2)
        #expect(
            try refused {
                $0.checkpoint = try ledger.checkpoint(size: ledger.size, signedBy: stranger)
            })
        let other = try NoteSupport.signer("other.example", seed: 3)
        var foreign = proof
        foreign.checkpoint = try ledger.checkpoint(size: ledger.size, signedBy: other)
        let trusting = ProofVerifier(
            keys: ledger.keys + [other.verifier], storeSignatures: nil)
        #expect(throws: ProofError.notSignedByLog) { try trusting.verify(foreign.bytes) }
        #expect(throws: NoteError.noKnownSignature) {
            try ProofVerifier(keys: [], storeSignatures: nil).verify(proof.bytes)
        }
    }

    @Test("The evidence must be the one that the event commits to")
    func evidence() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        let proof = try ledger.proof(of: 3, size: ledger.size)
        let evidence = try #require(proof.evidence)
        var changed = proof
        changed.evidence?.salt[0] ^= 1
        #expect(throws: ProofError.evidenceDiffers) { try verifier.verify(changed.bytes) }
        changed = proof
        changed.evidence?.partIndex = 3
        #expect(throws: ProofError.evidenceDiffers) { try verifier.verify(changed.bytes) }
        changed = proof
        changed.evidence?.token.removeLast()
        #expect(throws: ProofError.evidenceDiffers) { try verifier.verify(changed.bytes) }
        changed = proof
        changed.evidence = nil
        guard case .event(let report) = try verifier.verify(changed.bytes) else { return }
        #expect(report.evidence == .leftOut)
        #expect(report.openQuestions.count == 1)
        let credit = try #require(ledger.entries.firstIndex { $0.fields.kind == .credit })
        changed = try ledger.proof(of: UInt64(credit) + 1, size: ledger.size)
        changed.evidence = evidence
        #expect(throws: ProofError.evidenceWithoutEvent) { try verifier.verify(changed.bytes) }
    }

    @Test("The parts that came beside the token must be those that the event commits to")
    func beside() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        let places = ledger.entries.indices.filter {
            ledger.entries[$0].evidence?.others.isEmpty == false
        }
        #expect(places.count == 4)
        for place in places {
            let proof = try ledger.proof(of: UInt64(place) + 1, size: ledger.size)
            let evidence = try #require(proof.evidence)
            let other = try #require(evidence.others.first)
            #expect(evidence.others.count == 1)
            func thrown(_ others: [DigestedPart]) -> ProofError? {
                var changed = proof
                changed.evidence?.others = others
                return #expect(throws: ProofError.self) { try verifier.verify(changed.bytes) }
            }
            #expect(thrown([]) == .evidenceDiffers)
            #expect(thrown([DigestedPart(index: 2, digest: other.digest)]) == .evidenceDiffers)
            #expect(thrown([DigestedPart(index: other.index, digest: .zero)]) == .evidenceDiffers)
            #expect(thrown([other, DigestedPart(index: 3, digest: .zero)]) == .evidenceDiffers)
            // Forms that no proof has.
            let own = DigestedPart(index: Int(evidence.partIndex), digest: other.digest)
            #expect(thrown([own]) == .malformedEvent)
            #expect(thrown([other, other]) == .malformedEvent)
            let last = DigestedPart(index: 3, digest: .zero)
            #expect(thrown([last, other]) == .malformedEvent)
            #expect(thrown([DigestedPart(index: 4, digest: .zero)]) == .malformedEvent)
            let file = proof.bytes
            for place in stride(from: 0, to: file.count, by: 11) {
                var changed = file
                changed[place] ^= 1
                #expect(NoteSupport.isRefused { _ = try verifier.verify(changed) }, "\(place)")
            }
        }
    }

    @Test("A token that the trusted roots did not sign, or that says something else, is told")
    func storeSignature() async throws {
        let ledger = try await ProvenLedger.shared.value
        let apple = ProofVerifier(keys: ledger.keys, storeSignatures: StoreSignatureCheck())
        let sequence = try #require(ledger.entries.firstIndex { $0.fields.kind == .renewalInfo })
        for place in [UInt64(sequence) + 1, 3] {
            let file = try ledger.proof(of: place, size: ledger.size).bytes
            #expect(throws: ProofError.storeSignatureRefused(.certificateNotTrusted)) {
                try apple.verify(file)
            }
        }
        let check = try ProvenLedger.storeSignatures()
        let renewal = try #require(ledger.entries.first { $0.fields.kind == .renewal })
        let purchase = try #require(ledger.entries.first { $0.fields.kind == .transaction })
        let event = try LoggedEvent(leafInput: renewal.leafInput)
        let token = try #require(purchase.evidence?.token)
        #expect(throws: ProofError.eventDiffersFromEvidence) {
            try check.check(token, of: event, at: 3)
        }
        #expect(throws: ProofError.storeSignatureRefused(.malformed)) {
            try check.check([1, 2, 3], of: event, at: 3)
        }
    }

    @Test(
        "A record that says anything else than its token does not hold, its kind and dates included"
    )
    func forgedRecord() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(
            keys: ledger.keys, storeSignatures: try ProvenLedger.storeSignatures())
        func refuses(_ proof: EventProof, _ name: String) {
            #expect(throws: ProofError.eventDiffersFromEvidence, "\(name)") {
                try verifier.verify(proof)
            }
        }
        for kind in EventKind.allCases where kind.isSigned {
            let genuine = try ledger.forged(kind) { _ in }
            #expect(throws: Never.self, "\(kind)") { try verifier.verify(genuine) }
            refuses(
                try ledger.forged(kind) {
                    $0.effectiveAt = $0.effectiveAt.advanced(byMilliseconds: 86_400_000)
                }, "\(kind), another instant")
            refuses(
                try ledger.forged(kind) {
                    $0.signedDate = $0.signedDate?.advanced(byMilliseconds: 1)
                }, "\(kind), another signed date")
            for other in EventKind.allCases where other.isSigned && other != kind {
                // A token alone does not tell whether a revocation came before it.
                let isRelabelled =
                    kind == .restatement || other == .restatement
                    || other == .reversal && (kind == .transaction || kind == .renewal)
                if isRelabelled { continue }
                refuses(try ledger.forged(kind) { $0.kind = other }, "\(kind) as \(other)")
            }
            if kind != .restatement {
                refuses(
                    try ledger.forged(kind) { $0.contentDigest = 1 }, "\(kind), digest")
            }
        }
        // Whom a record names, and what it states, is there where the token has it.
        refuses(try ledger.forged(.transaction) { $0.account = nil }, "nobody")
        refuses(
            try ledger.forged(.renewal) { $0.appTransaction = nil }, "no Apple Account")
        refuses(
            try ledger.forged(.notification) { $0.statedTransactionSequence = nil },
            "states nothing")
        refuses(
            try ledger.forged(.notification) {
                $0.statedRenewalInfoSignedDate = $0.statedRenewalInfoSignedDate?
                    .advanced(byMilliseconds: 1)
            }, "states another date")
    }

    @Test("A text that stands under a number that no ledger gives out is refused")
    func forgedSymbol() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(
            keys: ledger.keys, storeSignatures: try ProvenLedger.storeSignatures())
        let product = try #require(
            ledger.entries.first { $0.fields.kind == .transaction }?.fields.product)
        for number in [ProvisionalSymbols.firstNumber, .max] {
            let stranger = Symbol(number: number)
            let proof = try ledger.forged(.transaction, text: (stranger, "another.product")) {
                $0.product = stranger
            }
            #expect(throws: ProofError.malformedLeaf) { try verifier.verify(proof) }
        }
        // A number whose text the format fixes, defined as the text of the token.
        for number: UInt32 in [0, 1, BuiltInSymbols.refund.number, 1_023] {
            let fixed = Symbol(number: number)
            let proof = try ledger.forged(.transaction) {
                $0.product = fixed
                $0.symbolDefinitions = [SymbolDefinition(symbol: fixed, text: "pro.plus")]
            }
            #expect(throws: ProofError.malformedLeaf) { try verifier.verify(proof) }
        }
        #expect(product.number >= BuiltInSymbols.firstFreeNumber)
    }

    @Test("A line, an Apple Account or a stated event that the token has no reason for is refused")
    func forgedPlaces() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(
            keys: ledger.keys, storeSignatures: try ProvenLedger.storeSignatures())
        for proof in [
            try ledger.forged(.transaction) { $0.line = nil },
            try ledger.forged(.appTransaction) { $0.line = LineNumber(number: 7) },
            try ledger.forged(.notification) { $0.line = nil },
            try ledger.forged(.notification) { $0.statedTransactionSequence = 999_999 },
            try ledger.forged(.notification) { $0.statedTransactionSequence = 1 },
        ] {
            #expect(throws: ProofError.eventDiffersFromEvidence) { try verifier.verify(proof) }
        }
        for proof in [
            try ledger.forged(.transaction) { $0.evidenceSequence = nil },
            try ledger.forged(.transaction) { $0.evidenceSequence = 2 },
            try ledger.forged(.credit) { $0.evidencePart = 0 },
        ] {
            #expect(throws: ProofError.kindContradictsEvidence) { try verifier.verify(proof) }
        }
        let renewalInfo = try ledger.forged(.renewalInfo) { _ in }
        guard case .event(let report) = try verifier.verify(renewalInfo.bytes) else { return }
        #expect(report.openQuestions.count == 1)
    }

    @Test("What the App Store says without a token, or the host's with one, does not hold")
    func kindContradictsEvidence() async throws {
        let ledger = try await ProvenLedger.shared.value
        let verifier = ProofVerifier(keys: ledger.keys, storeSignatures: nil)
        for proof in try ledger.contradictoryProofs() {
            #expect(throws: ProofError.kindContradictsEvidence) { try verifier.verify(proof) }
        }
    }

    @Test("A proof whose event names no app does not hold, and that is all that comes of it")
    func noApp() async throws {
        let ledger = try await ProvenLedger.shared.value
        let checker = try ProofChecker(
            verifierKeys: [ledger.signer.verifier.text],
            rootCertificates: [Data(WholeStore.production().rootCertificate)])
        let bundle = Symbol(number: 9999)
        let proof = try ledger.forged(.transaction, text: (bundle, "")) {
            $0.bundle = bundle
        }
        let check = try checker.check(proof.bytes)
        #expect(!check.holds && check.failure != nil)
    }

    @Test("Every check and every open question is a sentence of its own")
    func words() async throws {
        let ledger = try await ProvenLedger.shared.value
        let witness = try NoteSupport.Witness()
        var proof = try ledger.proof(of: 3, size: ledger.size)
        try proof.checkpoint.add(
            witness.cosignature(of: proof.checkpoint.text, seconds: 1_767_225_600))
        let verifier = ProofVerifier(
            keys: ledger.keys + [witness.verifier],
            storeSignatures: try ProvenLedger.storeSignatures())
        let report = try verifier.verify(proof.bytes)
        let id = NoteText.keyID(ledger.signer.verifier.keyID)
        let witnessID = NoteText.keyID(witness.verifier.keyID)
        #expect(
            report.checks == [
                "the checkpoint of example.com/ledger at \(ledger.size) events is signed by example.com/ledger (key \(id))",
                "the checkpoint of example.com/ledger at \(ledger.size) events was seen by the witness witness.example/w1 (key \(witnessID)) at 2026-01-01T00:00:00.000Z",
                "event 3 is in that log, with exactly the bytes that the file shows",
                "the event commits to exactly the signed token in the file",
                "a signer under a given root signed the token, and it says what the event says",
            ])
        #expect(report.openQuestions == [])
        guard case .event(let event) = report else { return }
        let byApple = EventProofReport(
            sequence: 3, leafHash: event.leafHash, event: event.event, checkpoint: event.checkpoint,
            evidence: .matches, storeSignature: .isGenuine,
            trustsAppleAlone: StoreSignatureCheck().trustsAppleAlone)
        #expect(byApple.checks.last == "the App Store signed the token")
    }
}
