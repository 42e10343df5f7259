import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// Forgeries of more than one record: events left out, told twice, or given other evidence, with
/// everything made anew that follows from the log.
@Suite("Logs that were forged with all that follows from them")
struct ForgedLogTests {
    private static let date: Int64 = 1_767_600_000_000
    private static let (alice, bob) = (WholeStory.tokens[0], WholeStory.tokens[1])

    private static func transaction(
        _ id: String, of original: String, at signedDate: Int64, _ token: String,
        _ fields: [String: TestJSON] = [:]
    ) throws -> [UInt8] {
        let store = try WholeStore.production()
        let payload = store.transaction(
            id: id, originalID: original, productID: WholeStore.plus.id, purchaseDate: date,
            expiresDate: date + 86_400_000, signedDate: signedDate,
            fields: fields.merging(["appAccountToken": .string(token)]) { $1 })
        return Array(try store.sign(payload).utf8)
    }

    private static func renewalInfo(
        of original: String, at signedDate: Int64, _ token: String? = nil
    ) throws -> [UInt8] {
        let store = try WholeStore.production()
        let payload = store.renewalInfo(
            originalID: original, productID: WholeStore.plus.id, signedDate: signedDate,
            fields: token.map { ["appAccountToken": .string($0)] } ?? [:])
        return Array(try store.sign(payload).utf8)
    }

    /// Every shape of input, and a person who was erased and came back.
    private static func fill(_ whole: WholeLedger) async throws {
        try await ProvenLedger.fill(whole)
        let ledger = whole.ledger
        let first = try (
            transaction("9100", of: "9100", at: date, alice),
            renewalInfo(of: "9100", at: date, alice)
        )
        let erased = try transaction("9300", of: "9300", at: date, bob)
        for (transaction, renewalInfo) in [
            (first.0, first.1),
            // Both are signed again, which a restatement says.
            (
                try transaction("9100", of: "9100", at: date + 5, alice),
                try renewalInfo(of: "9100", at: date + 9, alice)
            ),
            (try Self.transaction("9200", of: "9200", at: date, alice), nil),
            (
                try Self.transaction(
                    "9200", of: "9200", at: date + 1, alice, ["revocationDate": .integer(date + 1)]),
                nil
            ),
            (
                try Self.transaction("9200", of: "9200", at: date + 2, alice, ["price": 7]), nil
            ),
            (erased, nil),
        ] {
            _ = try await ledger.record(.transaction(transaction, renewalInfo: renewalInfo))
        }
        let account = try #require(UUID(uuidString: bob))
        #expect(try await !ledger.erase(.appAccountToken(account)).isEmpty)
        _ = try await ledger.record(
            .transaction(erased, renewalInfo: try renewalInfo(of: "9300", at: date + 3)))
        for place: Int64 in 1...5 {
            let later = try transaction("94\(place)", of: "94\(place)", at: date, alice)
            _ = try await ledger.record(.transaction(later, renewalInfo: nil))
        }
    }

    private enum Forgery: CaseIterable {
        case innerEventLeftOut, nameLeftOut, heldLaterOnly
        case toldAgain, otherPartSignedAgain
        case junkBehindTransaction, junkBehindAppTransaction, junkBehindNotification
        case innerSignatureChanged, innerPartsSwapped, noHoles
        case othersInErasedInput
        case identityOfNobody, identityDefinedLater, textOfNobody, textDefinedLater
        case hostEventWithin

        func change(_ log: inout ForgedLog, _ ledger: TransactionLedger) throws {
            switch self {
            case .innerEventLeftOut, .nameLeftOut, .heldLaterOnly, .hostEventWithin:
                try changeEvents(&log)
            case .toldAgain, .otherPartSignedAgain: try changeRestatement(&log)
            case .junkBehindTransaction, .junkBehindAppTransaction, .junkBehindNotification,
                .innerSignatureChanged, .innerPartsSwapped, .noHoles:
                try changeEvidence(&log, ledger)
            case .othersInErasedInput: try enterErasedInput(&log)
            case .identityOfNobody, .identityDefinedLater, .textOfNobody, .textDefinedLater:
                try changeDefinitions(&log)
            }
        }

        private func changeEvents(_ log: inout ForgedLog) throws {
            switch self {
            case .innerEventLeftOut:
                log.remove(
                    at: try log.index { $0.kind == .renewalInfo && $0.evidencePart == 2 })
            case .nameLeftOut:
                let index = try #require(
                    log.events.lastIndex { event in
                        event.fields.kind == .restatement
                            && event.fields.evidenceSequence != event.old
                    })
                log.events.remove(at: index)
            case .heldLaterOnly:
                // A renewal info is no event of the input that brought it first, but of the next.
                let index = try log.index { $0.kind == .renewalInfo && $0.evidencePart == 1 }
                var event = log.events.remove(at: index)
                let next = try log.index {
                    $0.kind == .transaction && $0.line == event.fields.line
                        && $0.evidenceSequence != event.fields.evidenceSequence
                }
                event.fields.evidenceSequence = log.events[next].old
                event.fields.recordedAt = log.events[next].fields.recordedAt
                log.events.insert(event, at: next + 1)
            default:
                let index = try log.index { $0.kind == .transaction && $0.evidencePart == 1 }
                var event = try #require(log.events.last { $0.fields.kind == .credit })
                event.old = 1_000
                event.fields.recordedAt = log.events[index].fields.recordedAt
                (event.fields.symbolDefinitions, event.fields.identityDefinitions) = (nil, nil)
                event.fields.idempotencyKey = Array("within".utf8)
                log.events.insert(event, at: index)
            }
        }

        private func changeRestatement(_ log: inout ForgedLog) throws {
            let index = try log.index {
                $0.kind == .restatement
                    && $0.statedRenewalInfoSignedDate ?? $0.signedDate
                        != $0.signedDate
                    && $0.evidencePart == 0
            }
            let restatement = log.events[index]
            if self == .toldAgain {
                var again = restatement
                again.old = 1_000
                again.fields.evidenceSequence = 1_000
                (again.fields.symbolDefinitions, again.fields.identityDefinitions) = (nil, nil)
                again.fields.recordedAt = try #require(log.events.last).fields.recordedAt
                log.events.append(again)
                log.evidence[1_000] = log.evidence[restatement.old]
            } else {
                let date = try #require(restatement.fields.statedRenewalInfoSignedDate)
                log.events[index].fields.evidencePart = 1
                log.events[index].fields.signedDate = date
                log.events[index].fields.effectiveAt = date
            }
        }

        private func changeEvidence(
            _ log: inout ForgedLog, _ ledger: TransactionLedger
        ) throws {
            let kind: EventKind =
                switch self {
                case .junkBehindTransaction: .revocation
                case .junkBehindAppTransaction: .appTransaction
                default: .notification
                }
            let sequence = log.events[
                try log.index { $0.kind == kind && $0.evidencePart == 0 }
            ].old
            switch self {
            case .junkBehindTransaction, .junkBehindAppTransaction, .junkBehindNotification:
                log.addJunk(to: sequence)
            case .innerSignatureChanged:
                try log.fillHoles(at: sequence, of: ledger)
                log.evidence[sequence]?.signatures[1][0] ^= 1
            case .innerPartsSwapped:
                try log.fillHoles(at: sequence, of: ledger)
                log.evidence[sequence]?.headerNumbers.swapAt(1, 2)
                log.evidence[sequence]?.signatures.swapAt(1, 2)
                log.evidence[sequence]?.payloads.swapAt(1, 2)
            default: try log.fillHoles(at: sequence, of: ledger)
            }
        }

        /// Alice's purchases say that their evidence went with what was erased of Bob.
        private func enterErasedInput(_ log: inout ForgedLog) throws {
            let present = Set(log.evidence.keys)
            let erased = try log.index { fields in
                fields.kind == .transaction
                    && fields.evidenceSequence.map { !present.contains($0) } ?? false
            }
            for index in log.events.indices.suffix(5) {
                log.evidence[log.events[index].old] = nil
                log.events[index].fields.evidenceSequence = log.events[erased].old
                log.events[index].fields.quantity = 9
            }
        }

        private func changeDefinitions(_ log: inout ForgedLog) throws {
            let last = try #require(log.events.indices.last)
            switch self {
            case .identityOfNobody, .identityDefinedLater:
                let index = try #require(
                    log.events.lastIndex { $0.fields.identityDefinitions != nil })
                let definitions = log.events[index].fields.identityDefinitions
                if self == .identityDefinedLater {
                    log.events[index].fields.identityDefinitions = nil
                    log.events[last].fields.identityDefinitions = definitions
                } else {
                    log.events[last].fields.identityDefinitions = [
                        IdentityDefinition(
                            identity: IdentityNumber(number: 900),
                            saltedDigest: Digest(bytes: Array(repeating: 3, count: 32)))
                    ]
                }
            default:
                let index = try #require(
                    log.events.indices.dropLast().last { index in
                        let (event, next) = (log.events[index].fields, log.events[index + 1].fields)
                        return event.symbolDefinitions != nil
                            && next.evidenceSequence == event.evidenceSequence
                            && next.evidenceSequence != nil
                    })
                let definitions = try #require(
                    log.events.last { $0.fields.symbolDefinitions != nil }?.fields.symbolDefinitions
                )
                if self == .textDefinedLater {
                    log.events[index + 1].fields.symbolDefinitions =
                        log.events[index].fields.symbolDefinitions
                    log.events[index].fields.symbolDefinitions = nil
                } else {
                    let number = try #require(definitions.last).symbol.number + 1
                    log.events[last].fields.symbolDefinitions = [
                        SymbolDefinition(symbol: Symbol(number: number), text: "nothing names it")
                    ]
                }
            }
        }
    }

    @Test("Whatever is forged of what was signed differs from it", arguments: Forgery.allCases)
    private func forged(_ forgery: Forgery) async throws {
        let whole = try WholeLedger()
        try await Self.fill(whole)
        #expect(try whole.ledger.verify(signatures: true).isIntact)
        var log = try ForgedLog(whole.ledger)
        try forgery.change(&log, whole.ledger)
        try log.store(in: whole.ledger)
        await whole.ledger.close()
        // A text that is defined behind where it is named is one that no rebuild can read.
        let isReadable = forgery != .textDefinedLater
        #expect(((try? TransactionLedger.rebuild(at: whole.path)) != nil) == isReadable)
        let again = try WholeLedger(reopening: whole)
        let report = try again.ledger.verify(signatures: true)
        #expect(!report.isIntact)
        let kinds: Set<VerificationReport.Damage.Kind> = [
            .evidenceMissing, .evidenceDiffers, .recordDisagreesWithEvidence, .identityDiffers,
            .symbolDiffers, .signatureRefused,
        ]
        #expect(!kinds.isDisjoint(with: report.damage.map(\.kind)), "\(report.damage)")
        if !isReadable {
            #expect(report.damage.contains { $0.detail.contains("first event defines") })
        }
        await again.ledger.close()
    }

    @Test("A log that is written again as it was is intact: the forger makes no mistake")
    func unchanged() async throws {
        let whole = try WholeLedger()
        try await Self.fill(whole)
        try ForgedLog(whole.ledger).store(in: whole.ledger)
        await whole.ledger.close()
        _ = try TransactionLedger.rebuild(at: whole.path)
        let again = try WholeLedger(reopening: whole)
        let report = try again.ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        await again.ledger.close()
    }
}
