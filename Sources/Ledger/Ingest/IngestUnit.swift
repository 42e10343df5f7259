/// The work of one task: to verify some inputs that follow each other.
struct IngestUnit: Sendable {
    /// Which slice they belong to, and where in it.
    let slice: Int
    let place: Int
    let inputs: [FoundInput]
    /// When they were read.
    let readAt: Instant
    let sourceName: String
    let presenter: AccountToken?

    /// What came of it.
    struct Result: Sendable {
        let slice: Int
        let place: Int
        /// The inputs in order, up to the first that could not be checked.
        var elements: [PreparedElement] = []
        /// Why that one could not be.
        var fault: (any Error)?
    }

    /// Verifies the inputs, and makes them ready for the writer.
    func prepared(
        by verifier: SignedInputVerifier, _ preparation: SubmissionPreparation
    ) -> Result {
        var result = Result(slice: slice, place: place)
        result.elements.reserveCapacity(inputs.count)
        do {
            for (index, input) in inputs.enumerated() {
                // A line may be refused thousands of times, and is digested once.
                if index > 0, input == inputs[index - 1], let last = result.elements.last {
                    result.elements.append(last)
                } else {
                    result.elements.append(
                        PreparedElement(
                            line: input.line,
                            content: try content(of: input, verifier, preparation)))
                }
            }
        } catch {
            result.fault = error
        }
        return result
    }

    private func content(
        of input: FoundInput, _ verifier: SignedInputVerifier,
        _ preparation: SubmissionPreparation
    ) throws -> PreparedElement.Content {
        switch input.content {
        case .input(let signed):
            return .input(
                try PreparedInput(
                    signed, verifier: verifier, preparation: preparation, readAt: readAt,
                    presenter: presenter, location: location(of: input)))
        case .refused(let reason, let excerpt):
            return .refused(
                reason,
                try QuarantineEntry(
                    excerpt: excerpt, reason: reason, location: location(of: input)))
        }
    }

    private func location(of input: FoundInput) -> String { "\(sourceName):\(input.line)" }
}
