import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("A signature's twin")
struct MirroredSignatureTests {
    /// The order of P-256 (SEC 2, 2.4.2), big-endian.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25,
        0x51,
    ]

    /// The token with (r, n - s) in the place of (r, s).
    private static func mirrored(_ token: String) throws -> String {
        let segments = token.split(separator: ".")
        let standard = segments[2].replacing("-", with: "+").replacing("_", with: "/") + "=="
        var signature = [UInt8](try #require(Data(base64Encoded: String(standard))))
        try #require(segments.count == 3 && signature.count == 64)
        var borrow = 0
        for place in (0..<32).reversed() {
            let difference = Int(order[place]) - Int(signature[32 + place]) - borrow
            borrow = difference < 0 ? 1 : 0
            signature[32 + place] = UInt8(truncatingIfNeeded: difference)
        }
        let text = Data(signature).base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
        return "\(segments[0]).\(segments[1]).\(text)"
    }

    @Test("Either of a token and its mirrored one is evidence; what comes second is a duplicate")
    func eitherFirst() async throws {
        let store = try WholeStore.production()
        var subscription = try TestSubscription(
            store: store, customer: TestCustomer(appAccountToken: WholeStory.tokens[0]),
            product: WholeStore.plus, originalTransactionID: "9000")
        _ = try subscription.subscribe(at: "2026-01-05")
        let signed = try #require(
            try subscription.transactions(signedAt: "2026-01-06T09:00:00Z").first)
        let token = try store.sign(signed)
        let twin = try Self.mirrored(token)
        #expect(twin != token)
        #expect(try Self.mirrored(twin) == token)
        var exports: [String] = []
        for tokens in [[token, twin], [twin, token]] {
            let whole = try WholeLedger()
            try await whole.importCatalog()
            let first = try await whole.ingest(Array(tokens[0].utf8))
            #expect(first.appended == 1 && first.problems == [])
            let second = try await whole.ingest(Array(tokens[1].utf8))
            #expect(second.duplicates == 1 && second.events == 0 && second.problems == [])
            let report = try whole.ledger.verify(signatures: true)
            #expect(report.isIntact && report.signatures > 0)
            exports.append(try whole.export(.transactions, at: Cut(asOf: WholeLedger.now)))
            await whole.ledger.close()
        }
        #expect(exports[0] == exports[1] && exports[0] != "")
    }
}
