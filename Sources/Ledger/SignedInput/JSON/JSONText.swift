/// Where a string's content lies between its quotes, and whether it has escapes or anything
/// beyond ASCII.
struct JSONText {
    var range: Range<Int>
    var isEscaped: Bool
    var isASCII: Bool
}
