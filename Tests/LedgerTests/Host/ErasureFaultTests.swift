import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("An erasure that the storage cuts short")
struct ErasureFaultTests {
    private static let faults: [(call: LMDBCallName, code: Int32)] = [
        (.put, ENOSPC), (.delete, EIO), (.get, EIO), (.cursorGet, EIO), (.txnCommit, EIO),
    ]

    /// A ledger over an environment that fails when it is told to.
    private static func open(
        _ path: String, _ faults: LMDBFaults?
    ) throws -> TransactionLedger {
        var options = LMDBEnvironmentOptions(access: .readWrite(create: false))
        options.faults = faults
        let environment = try LMDBEnvironment.open(directory: path, options: options)
        let configuration = try WholeLedger.configuration()
        return try TransactionLedger(
            environment: environment, tables: LogTables(opening: environment),
            configuration: configuration,
            verifier: TransactionLedger.makeVerifier(configuration),
            clock: { WholeLedger.now })
    }

    @Test(
        "Whichever call fails, everything of the person is there or nothing, and a retry succeeds")
    func everyCall() async throws {
        let bench = try await ErasureBench()
        let before = try bench.ledger.statistics()
        await bench.ledger.close()
        var failures = 0
        for (call, code) in Self.faults {
            var callsToPass = 0
            while callsToPass < 500 {
                let place = "\(call.rawValue) \(code) after \(callsToPass)"
                let copy = try TemporaryDirectory()
                try FileManager.default.copyItem(
                    atPath: bench.whole.path + "/data.mdb", toPath: copy.path + "/data.mdb")
                let failed = try await fail(call, code, callsToPass, at: copy.path)
                if !failed { break }
                failures += 1
                let ledger = try Self.open(copy.path, nil)
                let after = try ledger.statistics()
                #expect(after.events == before.events, "\(place)")
                #expect(after.identities == before.identities && after.evidence == before.evidence)
                #expect(after.quarantined == before.quarantined, "\(place)")
                if callsToPass.isMultiple(of: 3) {
                    #expect(try ledger.verify().isIntact, "\(place)")
                    let retry = try await ledger.erase(ErasureBench.account(ErasureBench.alice))
                    #expect(retry.evidence == 4 && retry.quarantined == 3, "\(place)")
                    #expect(try ledger.verify().isIntact, "\(place)")
                }
                await ledger.close()
                callsToPass += 1 + callsToPass / 3
            }
        }
        #expect(failures > 25)
    }

    /// Erases while one call fails; false where there is no such call.
    private func fail(
        _ call: LMDBCallName, _ code: Int32, _ callsToPass: Int, at path: String
    ) async throws -> Bool {
        let faults = LMDBFaults()
        let ledger = try Self.open(path, faults)
        faults.fail(call, with: code, callsToPass: callsToPass)
        var failed = false
        do {
            _ = try await ledger.erase(ErasureBench.account(ErasureBench.alice))
        } catch {
            failed = true
        }
        faults.clear()
        await ledger.close()
        return failed
    }

    @Test("Killed at any moment, a process has erased everything of the person or nothing")
    func killed() async throws {
        let bench = try await ErasureBench()
        let before = try bench.ledger.statistics()
        await bench.ledger.close()
        let words = ["erase", "--app-account-token", ErasureBench.alice, "--json"]
        var kills = 0
        for delay in [1, 4, 8, 12, 16, 20, 30, 40, 60, 100] {
            let program = try WholeProgram()
            try FileManager.default.createDirectory(
                atPath: program.ledgerPath, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: bench.whole.path + "/data.mdb", toPath: program.ledgerPath + "/data.mdb")
            kills += try await program.run(words, killAfterMilliseconds: delay).wasKilled ? 1 : 0
            let ledger = try program.openLedger()
            let after = try ledger.statistics()
            let isErased = after.events > before.events
            #expect(after.identities == before.identities - (isErased ? 2 : 0), "\(delay) ms")
            #expect(after.evidence == before.evidence - (isErased ? 4 : 0), "\(delay) ms")
            #expect(after.quarantined == before.quarantined - (isErased ? 3 : 0), "\(delay) ms")
            #expect(try ledger.verify().isIntact, "\(delay) ms")
            await ledger.close()
            let last = try await program.run(words)
            #expect(last.status == 0 && last.number("events") == (isErased ? 0 : 4))
        }
        #expect(kills > 0)
    }
}
