/// Why bytes are not the JSON that was expected.
///
/// Never holds any of the bytes.
enum JSONError: Error, Hashable {
    /// Not JSON (RFC 8259), or something after its end.
    case syntax
    /// Not UTF-8, or half of a surrogate pair.
    case encoding
    /// Nested deeper, or longer, than `SignedInputLimits` allows.
    case limit
    /// The same key twice in one object.
    case duplicateKey
    /// A value of another type than the key has.
    case wrongType
    /// A number that its field cannot hold exactly.
    case numberOutOfRange
}
