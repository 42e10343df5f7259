/// A text as a key that is compared byte by byte.
///
/// `String` takes canonically equal spellings for one text; the ledger gives back the bytes that it
/// was given, so that it must tell them apart.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool {
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in
            right.withUTF8 { right in unsafe left.span.elementsAreEqual(to: right.span) }
        }
    }

    func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
