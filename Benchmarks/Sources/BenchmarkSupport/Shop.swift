internal import Foundation
@_spi(Benchmarks) package import Ledger
package import LedgerTesting

/// The shop whose ledger is measured.
package struct Shop: Sendable {
    /// The store that signs for it, with a chain like Apple's.
    package let store: TestAppStore
    /// What signs the load.
    package let signer: TestLoadSigner

    /// Events that an input brings, about.
    package static let eventsPerInput = 2.4
    /// Room for every ledger of a run; address space, no disk.
    package static let mapSizeBytes = 64 << 30

    /// How many lines bring at least so many inputs before the story ends.
    package static func lineCount(inputs: Int) -> Int { max(100, inputs / inputsPerLineMin) }

    /// Inputs that a line brings at least, on average.
    private static let inputsPerLineMin = 8

    package init() throws {
        store = try TestAppStore(seed: "benchmark", curve: .p384)
        signer = TestLoadSigner(store: store)
    }

    /// Makes a ledger with the shop's catalog.
    package func makeLedger(at path: String, clock: LoadClock) async throws -> TransactionLedger {
        let ledger = try TransactionLedger.create(
            at: path,
            configuration: LedgerConfiguration(
                apps: [.init(bundleID: store.bundleID, appAppleID: store.appAppleID)],
                rootCertificates: [Data(store.rootCertificate)]),
            mapSizeBytes: Self.mapSizeBytes, clock: { clock.now })
        clock.advance(to: TestLoad.firstDate)
        _ = try await ledger.importCatalog(
            Self.catalog(),
            effective: Instant(millisecondsSince1970: TestLoad.firstDate - 86_400_000))
        return ledger
    }

    /// Opens a ledger that was made before.
    package func openLedger(at path: String, clock: LoadClock) throws -> TransactionLedger {
        try TransactionLedger(at: path, mapSizeBytes: Self.mapSizeBytes, clock: { clock.now })
    }

    /// Opens the ledger of a path so that each call of `append` has a commit of its own.
    package func openLedger(
        committingEachCallAt path: String, clock: LoadClock
    ) throws -> TransactionLedger {
        try TransactionLedger(
            committingEachCallAt: path, mapSizeBytes: Self.mapSizeBytes, clock: { clock.now })
    }

    private static func catalog() throws -> Catalog {
        try Catalog(
            products: TestLoadProduct.all.map { product in
                CatalogProduct(
                    productID: product.id, type: ProductType(rawValue: product.kind.rawValue),
                    subscriptionGroupID: product.periodDays > 0
                        ? TestLoadProduct.subscriptionGroupID : nil,
                    level: product.periodDays > 0 ? (product.entitlement == "plus" ? 1 : 2) : nil,
                    entitlements: product.entitlement.map { [$0] },
                    credits: product.coins > 0
                        ? [CatalogCredit(currency: "coins", amount: product.coins)] : nil)
            })
    }

    /// Verifies inputs on every core and makes them ready for the writer; throws where one is
    /// refused.
    package static func verify(
        _ inputs: SignedInputs, for ledger: TransactionLedger
    ) async throws -> [ReadySubmission] {
        try await inParallel(count: inputs.tokens.count, size: 64) { range in
            try range.map { index in
                guard let verified = try ledger.verified(inputs.signedInput(index)) else {
                    throw BenchmarkError("the ledger refused an input of the load")
                }
                return try ledger.ready(verified)
            }
        }
    }
}

/// Something that makes a measurement worthless.
package struct BenchmarkError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
