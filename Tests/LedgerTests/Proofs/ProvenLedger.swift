import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// A real ledger's events with all that their proofs need, read once for all tests.
struct ProvenLedger: Sendable {
    /// One event as a proof shows it.
    struct Entry: Sendable {
        let fields: EventFields
        let leafInput: [UInt8]
        let evidence: EventProof.SignedEvidence?
    }

    let entries: [Entry]
    let signer: NoteSigner
    /// The hash of every complete subtree.
    private let nodes: [MerkleNode: MerkleHash]

    static let shared = Task { try await ProvenLedger() }

    var size: UInt64 { UInt64(entries.count) }
    var keys: [NoteVerifier] { [signer.verifier] }

    /// Checks the signatures of the throwaway App Store.
    static func storeSignatures() throws -> StoreSignatureCheck {
        StoreSignatureCheck(rootCertificates: [try WholeStore.production().rootCertificate])
    }

    private init() async throws {
        let whole = try WholeLedger()
        try await Self.fill(whole)
        entries = try Self.read(whole.ledger)
        await whole.ledger.close()
        signer = try NoteSupport.signer()
        let hasher = try MerkleHasher()
        var frontier = MerkleFrontier()
        var nodes: [MerkleNode: MerkleHash] = [:]
        for entry in entries {
            try frontier.append(try hasher.leaf(entry.leafInput.bytes), hasher: hasher) {
                nodes[$0] = $1
            }
        }
        self.nodes = nodes
    }

    /// Events of every kind of evidence, and of none.
    static func fill(_ whole: WholeLedger) async throws {
        let store = try WholeStore.production()
        try await whole.importCatalog()
        let token = UUID()
        var subscription = try TestSubscription(
            store: store,
            customer: TestCustomer(appAccountToken: token.uuidString, appTransactionID: "7011"),
            product: WholeStore.plus, originalTransactionID: "410000000001000")
        var bodies = [try subscription.subscribe(at: "2026-01-05T09:00:00Z")]
        bodies.append(try subscription.renew(at: "2026-02-05T09:00:00Z"))
        bodies.append(try subscription.setAutoRenew(false, at: "2026-02-10T09:00:00Z"))
        bodies.append(try subscription.refund(at: "2026-02-11T09:00:00Z"))
        bodies.append(try subscription.reverseRefund(at: "2026-02-12T09:00:00Z"))
        for body in bodies { try await whole.ingest(store.notificationBody(body)) }
        // A purchase that is first heard of when it was refunded makes a reversal later.
        var late = try TestSubscription(
            store: store, customer: TestCustomer(appAccountToken: token.uuidString),
            product: WholeStore.news, originalTransactionID: "410000000002000")
        _ = try late.subscribe(at: "2026-01-06T09:00:00Z")
        for body in [
            try late.refund(at: "2026-01-07T09:00:00Z"),
            try late.reverseRefund(at: "2026-01-08T09:00:00Z"),
        ] {
            try await whole.ingest(store.notificationBody(body))
        }
        for transaction in try subscription.transactions(signedAt: "2026-03-01T09:00:00Z") {
            try await whole.ingest(Array(try store.sign(transaction).utf8))
        }
        try await Self.recordBesideKnown(whole, store)
        let appTransaction = store.appTransaction(
            id: "7011", originalPurchaseDate: 1_700_000_000_000, signedDate: 1_700_000_000_000)
        try await whole.ingest(Array(try store.sign(appTransaction).utf8))
        _ = try await whole.ledger.credit(
            5, of: "coins", to: .appAccountToken(token), key: try IdempotencyKey("order-1"))
    }

    /// Inputs that bring a transaction and a renewal info: both new, and each of them known.
    private static func recordBesideKnown(
        _ whole: WholeLedger, _ store: TestAppStore
    ) async throws {
        let date: Int64 = 1_767_600_000_000
        func transaction(_ id: String) throws -> [UInt8] {
            let payload = store.transaction(
                id: id, originalID: "410000000003000", productID: WholeStore.plus.id,
                purchaseDate: date, expiresDate: date + 86_400_000,
                fields: ["type": "Auto-Renewable Subscription"])
            return Array(try store.sign(payload).utf8)
        }
        func renewalInfo(signedDate: Int64) throws -> [UInt8] {
            let payload = store.renewalInfo(
                originalID: "410000000003000", productID: WholeStore.plus.id,
                signedDate: signedDate)
            return Array(try store.sign(payload).utf8)
        }
        let known = try (transaction("410000000003000"), renewalInfo(signedDate: date))
        for input in [
            known, (known.0, try renewalInfo(signedDate: date + 1)),
            (try transaction("410000000003001"), known.1),
        ] {
            _ = try await whole.ledger.record(.transaction(input.0, renewalInfo: input.1))
        }
    }

    private static func read(_ ledger: TransactionLedger) throws -> [Entry] {
        try ledger.environment.read { transaction in
            let tables = ledger.reader.tables
            try ledger.symbols.update(from: tables.symbols, in: transaction)
            let evidenceReader = EvidenceReader(tables: tables)
            var leaf = EventLeaf(hasher: try MerkleHasher())
            var records: [[UInt8]] = []
            try tables.log.forEach(.all, in: transaction) { _, record in
                records.append([UInt8](copying: record))
                return true
            }
            return try records.map { record in
                let fields = try RecordDecoder.decode(record.bytes)
                let input = try leaf.input(record: record, fields: fields) {
                    try ledger.symbols.heldText(of: $0)
                }
                var evidence: EventProof.SignedEvidence?
                var stored = StoredEvidence(hasher: try SHA256())
                if let first = fields.evidenceSequence, let part = fields.evidencePart,
                    try evidenceReader.read(&stored, at: first, in: transaction)
                {
                    evidence = EventProof.SignedEvidence(
                        salt: stored.salt, partIndex: UInt8(part),
                        token: stored.evidence().parts[Int(part)].compactJWS,
                        others: stored.others(beside: Int(part)))
                }
                return Entry(fields: fields, leafInput: input, evidence: evidence)
            }
        }
    }

    func hash(_ node: MerkleNode) throws -> MerkleHash {
        guard let hash = nodes[node] else { throw MerkleError.damagedTree }
        return hash
    }

    func tree(size: UInt64) throws -> MerkleTree {
        try MerkleTree(size: size, hasher: MerkleHasher())
    }

    func checkpoint(size: UInt64, signedBy other: NoteSigner? = nil) throws -> SignedNote {
        let checkpoint = Checkpoint(
            origin: signer.verifier.name, size: size, root: try tree(size: size).root(hash: hash))
        return try SignedNote(text: checkpoint.text, signedBy: other ?? signer)
    }

    func proof(of sequence: UInt64, size: UInt64) throws -> EventProof {
        let entry = entries[Int(sequence) - 1]
        return EventProof(
            leafInput: entry.leafInput, evidence: entry.evidence, index: sequence - 1,
            hashes: try tree(size: size).inclusionProof(leaf: sequence - 1, hash: hash),
            checkpoint: try checkpoint(size: size))
    }

    func consistencyProof(from older: UInt64, to size: UInt64) throws -> ConsistencyProofFile {
        ConsistencyProofFile(
            hashes: try tree(size: size).consistencyProof(from: older, hash: hash),
            olderCheckpoint: try checkpoint(size: older), checkpoint: try checkpoint(size: size))
    }

    /// A log of one event: of the first one of a kind, changed.
    func forged(
        _ kind: EventKind, text: (Symbol, String)? = nil, _ change: (inout EventFields) -> Void
    ) throws -> EventProof {
        let entry = try #require(entries.first { $0.fields.kind == kind })
        let event = try LoggedEvent(leafInput: entry.leafInput)
        var fields = entry.fields
        fields.symbolDefinitions = nil
        // It is the first event of its log, and of its input.
        if fields.evidenceSequence != nil { fields.evidenceSequence = 1 }
        change(&fields)
        var named = NamedSymbols()
        try named.collect(from: fields)
        var input = ByteWriter(capacity: 1024)
        input.append(counted: try RecordEncoder.encode(fields))
        for symbol in named.inOrder {
            let new = text.flatMap { $0.0 == symbol ? $0.1 : nil }
            input.append(symbol.number)
            input.append(counted: Array(try #require(new ?? event.text(of: symbol)).utf8))
        }
        let checkpoint = Checkpoint(
            origin: signer.verifier.name, size: 1,
            root: try MerkleHasher().leaf(input.bytes.bytes))
        return EventProof(
            leafInput: input.bytes, evidence: entry.evidence, index: 0, hashes: [],
            checkpoint: try SignedNote(text: checkpoint.text, signedBy: signer))
    }

    /// Proofs of events whose kind and evidence contradict each other.
    func contradictoryProofs() throws -> [EventProof] {
        var proofs = try EventKind.allCases.filter(\.isSigned).map { kind in
            var proof = try forged(kind) {
                ($0.evidenceSequence, $0.evidencePart, $0.evidenceDigest) = (nil, nil, nil)
            }
            proof.evidence = nil
            return proof
        }
        proofs.append(
            try forged(.credit) {
                $0.evidenceDigest = Digest(bytes: Array(repeating: 1, count: Digest.byteCount))
            })
        return proofs
    }
}
