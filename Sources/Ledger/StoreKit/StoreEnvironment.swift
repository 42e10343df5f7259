/// The App Store environment that data comes from.
///
/// A value that Apple adds later is kept as it came.
public struct StoreEnvironment: RawRepresentable, Sendable, Hashable, Codable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What customers pay for.
    public static let production = StoreEnvironment(rawValue: "Production")
    /// Test purchases, TestFlight and App Review.
    public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
    /// StoreKit Testing in Xcode.
    public static let xcode = StoreEnvironment(rawValue: "Xcode")
    /// Local testing.
    public static let localTesting = StoreEnvironment(rawValue: "LocalTesting")
}

extension StoreEnvironment {
    /// Whether the data is made on a developer's machine, not by the App Store.
    var isLocal: Bool {
        self == .xcode || self == .localTesting
    }
}
