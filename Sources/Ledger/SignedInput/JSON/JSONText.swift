/// Where a string's content lies between its quotes, and whether it has escapes.
struct JSONText {
    var range: Range<Int>
    var isEscaped: Bool
}
