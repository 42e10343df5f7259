/// The inputs that share a commit, while their units are being verified.
struct IngestSlice {
    let number: Int
    private var unitCount = 0
    private var results: [IngestUnit.Result] = []

    init(number: Int) { self.number = number }

    /// Whether every unit so far is verified.
    var isVerified: Bool { results.count == unitCount }

    /// Gives the next unit its place.
    mutating func addUnit() -> Int {
        defer { unitCount += 1 }
        return unitCount
    }

    /// Takes what came of one of its units, in whatever order they end.
    mutating func take(_ result: IngestUnit.Result) { results.append(result) }

    /// The inputs in order, up to the first that could not be checked.
    ///
    /// - Returns: the inputs, and why the one behind them could not be.
    consuming func elements() -> (elements: [PreparedElement], fault: (any Error)?) {
        var elements: [PreparedElement] = []
        for result in results.sorted(by: { $0.place < $1.place }) {
            elements += result.elements
            if let fault = result.fault { return (elements, fault) }
        }
        return (elements, nil)
    }
}
