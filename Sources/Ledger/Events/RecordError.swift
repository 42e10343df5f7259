/// Why bytes of the log are no record that this version can read.
public enum RecordError: Error, Sendable, Hashable {
    /// The record ends before what it announces.
    case truncated
    /// The record has a format version that this release does not know.
    case unknownFormat(UInt8)
    /// The record's kind or environment is none that this format has.
    case unknownCode(UInt8)
    /// A field number is not one of this format's, or the fields are not in order.
    case unexpectedField(UInt8)
    /// A field's value cannot be what it says.
    case invalidValue(field: UInt8)
}

extension RecordError: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .truncated: "a record ends early: the data file is damaged; restore a backup"
        case .unknownFormat(let version) where isNewer:
            "record format \(version) is newer than this release: use a newer release"
        case .unknownFormat(let version):
            "there is no record format \(version): the data file is damaged; restore a backup"
        case .unknownCode(let code):
            "a record has the unknown code \(code): the data file is damaged; restore a backup"
        case .unexpectedField(let number):
            "a record has field \(number) out of place: the data file is damaged; restore a backup"
        case .invalidValue(let field):
            "field \(field) of a record is invalid: the data file is damaged; restore a backup"
        }
    }

    /// Whether a newer release may have written the record: then it is no damage.
    var isNewer: Bool {
        guard case .unknownFormat(let version) = self else { return false }
        return version > RecordEncoder.formatVersion
    }
}
