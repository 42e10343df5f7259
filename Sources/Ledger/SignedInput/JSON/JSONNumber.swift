/// A number as JSON writes it, kept exactly: digits and where the point stands among them.
struct JSONNumber {
    /// Where its text lies.
    var range: Range<Int>
    var isNegative = false
    /// The value of the text when it is a plain integer of at most 18 digits.
    var small: Int64?
}
