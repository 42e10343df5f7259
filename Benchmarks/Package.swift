// swift-tools-version: 6.2
import PackageDescription

/// As in the package above.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
]

let package = Package(
    name: "transaction-ledger-benchmarks",
    dependencies: [.package(name: "transaction-ledger", path: "..")],
    targets: [
        // What the ledger is measured against, in C, and the recorder of what it asks of LMDB.
        .target(
            name: "CYardsticks",
            linkerSettings: [
                .linkedLibrary("lmdb"), .linkedLibrary("crypto"), .linkedLibrary("sqlite3"),
                .linkedLibrary("dl"), .linkedLibrary("pthread"),
            ]),
        // Counts calls of malloc; linked into the gates alone, because counting costs time.
        .target(name: "CAllocationCounter"),
        .target(
            name: "BenchmarkSupport",
            dependencies: [
                "CYardsticks",
                .product(name: "Ledger", package: "transaction-ledger"),
                .product(name: "LedgerTesting", package: "transaction-ledger"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "LedgerBenchmarks",
            dependencies: [
                "BenchmarkSupport", "CYardsticks",
                .product(name: "Ledger", package: "transaction-ledger"),
                .product(name: "LedgerTesting", package: "transaction-ledger"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "LedgerGates",
            dependencies: [
                "BenchmarkSupport", "CAllocationCounter", "CYardsticks",
                .product(name: "Ledger", package: "transaction-ledger"),
                .product(name: "LedgerTesting", package: "transaction-ledger"),
            ], swiftSettings: strict),
    ]
)
