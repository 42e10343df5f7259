/// Measured values, in order.
package struct Distribution: Sendable {
    private let sorted: [Double]

    package init(_ values: [Double]) { sorted = values.sorted() }

    package var median: Double { quantile(0.5) }

    /// The value that this share of all values does not exceed; not a number without any.
    package func quantile(_ share: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let index = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return index < sorted.count ? sorted[max(0, index)] : last
    }
}

/// The middle of a few values.
package func median(_ values: [Double]) -> Double { Distribution(values).median }
