import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("What is left of an erased person in the bytes of a copy")
struct ErasureTraceTests {
    /// Something to look for, and what it is.
    private struct Trace {
        let name: String
        let bytes: [UInt8]
    }

    private static let base64 = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The characters that a text has within longer base64, where `offset` bytes stand before it.
    private static func encoded(_ text: [UInt8], offset: Int) -> [UInt8] {
        let bytes = [UInt8](repeating: 0, count: offset) + text
        var characters: [UInt8] = []
        for index in 0..<bytes.count * 8 / 6 {
            let first = index * 6 / 8
            let word =
                UInt16(bytes[first]) << 8 | UInt16(first + 1 < bytes.count ? bytes[first + 1] : 0)
            characters.append(base64[Int(word >> UInt16(10 - index * 6 % 8)) & 63])
        }
        return Array(characters.dropFirst((offset * 8 + 5) / 6))
    }

    private static func traces(ofIdentifier text: String) -> [Trace] {
        var forms = [("lower case", text.lowercased()), ("upper case", text.uppercased())]
        forms.append(("without hyphens", text.filter { $0 != "-" }))
        var traces: [Trace] = []
        for (name, form) in forms {
            let utf8 = Array(form.utf8)
            traces.append(Trace(name: "\(text), \(name)", bytes: utf8))
            for offset in 0..<3 {
                traces.append(
                    Trace(
                        name: "\(text), \(name), base64 \(offset)",
                        bytes: encoded(utf8, offset: offset)))
            }
        }
        if let uuid = UUID(uuidString: text) {
            let raw = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) }
            traces.append(Trace(name: "\(text), raw", bytes: raw))
        }
        return traces
    }

    /// Salt, signatures and frames of the rows of evidence, and the salts of identities.
    private static func traces(in ledger: TransactionLedger, ofInputs inputs: [UInt64]) throws
        -> [Trace]
    {
        let reader = EvidenceReader(tables: ledger.reader.tables)
        return try ledger.environment.read { transaction in
            var traces: [Trace] = []
            for input in inputs {
                let found = try #require(try reader.evidence(at: input, in: transaction))
                traces.append(Trace(name: "salt of \(input)", bytes: found.salt))
                for part in found.evidence.parts {
                    traces.append(Trace(name: "signature of \(input)", bytes: part.signature))
                }
                let key = LMDBKey(input)
                let row = try ledger.reader.tables.evidence.get(key.bytes, in: transaction) {
                    [UInt8](copying: $0)
                }
                let end = try #require(row).suffix(48)
                traces.append(Trace(name: "end of the frame of \(input)", bytes: Array(end)))
            }
            return traces
        }
    }

    /// The ends of the rows of the quarantine that name her.
    private static func tracesInQuarantine(_ ledger: TransactionLedger) throws -> [Trace] {
        let search = IdentifierSearch([ErasureBench.alice])
        return try ledger.quarantine(limit: .max).compactMap { input in
            let bytes = try #require(try ledger.quarantinedBytes(number: input.number))
            guard bytes.count > 100, search.finds(in: bytes) else { return nil }
            // The signature: everything else may stand in other rows too.
            return Trace(
                name: "quarantined \(input.number)", bytes: Array(bytes.suffix(60)))
        }
    }

    private static func inputs(_ ledger: TransactionLedger) throws -> Set<UInt64> {
        try ledger.environment.read { transaction in
            var inputs: Set<UInt64> = []
            try ledger.reader.tables.evidence.forEach(in: transaction) { key, _ in
                inputs.insert(try LogReader.sequence(of: key))
                return true
            }
            return inputs
        }
    }

    private static func file(_ directory: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory + "/data.mdb")))
    }

    private static func found(_ traces: [Trace], in file: [UInt8]) -> Set<String> {
        let data = Data(file)
        return Set(traces.filter { data.range(of: Data($0.bytes)) != nil }.map(\.name))
    }

    /// Further traffic of Bob's and of strangers, whose rows use pages again; some are a page
    /// alone.
    private static func goOn(_ bench: inout ErasureBench, _ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for index in 0..<6 {
            let count = Int.random(in: 1_000..<4_000, using: &random)
            let filling = String(repeating: "\(index % 10)", count: count)
            try await bench.take(Array("rubbish \(seed) \(filling)\n".utf8))
        }
        for _ in 0..<3 {
            let body = try bench.store.notificationBody(bench.bobRenews())
            try await bench.take(body)
        }
        let json = WholeStore.catalog.replacing("333", with: "\(400 + seed)")
        _ = try await bench.ledger.importCatalog(CatalogImport(Array(json.utf8)).catalog)
    }

    @Test(
        "In a compacting copy nothing is left: no identifier, no salt, no signature, no payload",
        arguments: UInt64(1)...3)
    func compactingCopy(seed: UInt64) async throws {
        var bench = try await ErasureBench()
        try await Self.goOn(&bench, seed)
        let identifiers = [ErasureBench.alice, ErasureBench.aliceAppTransactionID]
        var traces = identifiers.flatMap(Self.traces)
        let before = try Self.inputs(bench.ledger)
        let first = try TemporaryDirectory()
        try bench.ledger.environment.copy(to: first.path, compacting: true)
        let all = try Self.traces(in: bench.ledger, ofInputs: before.sorted())
        traces += try Self.tracesInQuarantine(bench.ledger)
        let alice = try ErasureBench.account(ErasureBench.alice)
        let erasure = try await bench.erase(alice)
        let erased = before.subtracting(try Self.inputs(bench.ledger))
        #expect(erased.count == erasure.evidence)
        traces += all.filter { trace in
            erased.contains { trace.name.hasSuffix(" of \($0)") }
        }
        // What is looked for was there: else not finding it says nothing.
        let there = Self.found(traces, in: try Self.file(first.path))
        #expect(there.count > 4 * erased.count)
        for name in ["lower case", "upper case"] {
            #expect(there.contains("\(ErasureBench.alice), \(name)"))
        }
        #expect(there.contains { $0.hasPrefix("\(ErasureBench.alice), lower case, base64") })
        #expect(there.contains("\(ErasureBench.aliceAppTransactionID), lower case"))
        #expect(there.count { $0.hasPrefix("quarantined") } == 2)
        try await Self.goOn(&bench, seed &+ 100)
        let second = try TemporaryDirectory()
        try bench.ledger.environment.copy(to: second.path, compacting: true)
        let left = Self.found(traces, in: try Self.file(second.path))
        #expect(left == [], "seed \(seed)")
        let bobs = Self.traces(ofIdentifier: ErasureBench.bob)
        #expect(!Self.found(bobs, in: try Self.file(second.path)).isEmpty)
        await bench.ledger.close()
        let copy = try TransactionLedger(at: second.path, clock: { WholeLedger.now })
        #expect(try copy.verify(signatures: true).isIntact)
        let bob = try ErasureBench.account(ErasureBench.bob)
        #expect(try !copy.history(of: bob).value.isEmpty)
        await copy.close()
    }
}
