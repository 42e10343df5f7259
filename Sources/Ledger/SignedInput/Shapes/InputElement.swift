/// One thing found in the input, in the order in which it was complete.
struct InputElement: Sendable, Hashable {
    /// What was found.
    enum Content: Sendable, Hashable {
        case input(SignedInput)
        case refused(InputRefusal)
    }

    /// The line on which it begins, from 1; of a syntax error, the line that holds it.
    var line: Int
    var content: Content
}
