// swift-tools-version: 6.2
import PackageDescription

/// What every target of the project is compiled with.
///
/// A warning is an error, and every unsafe use must say so.
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
    name: "transaction-ledger",
    products: [
        .library(name: "Ledger", targets: ["Ledger"]),
        .library(name: "LedgerTesting", targets: ["LedgerTesting"]),
        .executable(name: "ledgerctl", targets: ["ledgerctl"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CGetopt"),
        .target(
            name: "Ledger", dependencies: ["CLMDB", "COpenSSL", "CZstd"], swiftSettings: strict),
        .target(
            name: "LedgerTesting", dependencies: ["COpenSSL"], swiftSettings: strict),
        .executableTarget(
            name: "ledgerctl", dependencies: ["CGetopt", "Ledger"], swiftSettings: strict),
        .testTarget(
            name: "LedgerTests", dependencies: ["Ledger", "LedgerTesting"],
            exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "LedgerctlTests", dependencies: ["Ledger", "LedgerTesting", "ledgerctl"],
            swiftSettings: strict),
    ]
)
