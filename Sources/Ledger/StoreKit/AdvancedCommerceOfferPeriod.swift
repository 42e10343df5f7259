/// How long one period of an offer of the Advanced Commerce API lasts.
///
/// A value that Apple adds later is kept as it came.
public struct AdvancedCommerceOfferPeriod: RawRepresentable, Sendable, Hashable {
    /// The value as Apple writes it.
    public var rawValue: String

    /// Keeps any value as it came.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Three days.
    public static let threeDays = AdvancedCommerceOfferPeriod(rawValue: "P3D")
    /// One week.
    public static let oneWeek = AdvancedCommerceOfferPeriod(rawValue: "P1W")
    /// Two weeks.
    public static let twoWeeks = AdvancedCommerceOfferPeriod(rawValue: "P2W")
    /// One month.
    public static let oneMonth = AdvancedCommerceOfferPeriod(rawValue: "P1M")
    /// Two months.
    public static let twoMonths = AdvancedCommerceOfferPeriod(rawValue: "P2M")
    /// Three months.
    public static let threeMonths = AdvancedCommerceOfferPeriod(rawValue: "P3M")
    /// Six months.
    public static let sixMonths = AdvancedCommerceOfferPeriod(rawValue: "P6M")
    /// Nine months.
    public static let nineMonths = AdvancedCommerceOfferPeriod(rawValue: "P9M")
    /// One year.
    public static let oneYear = AdvancedCommerceOfferPeriod(rawValue: "P1Y")
}
