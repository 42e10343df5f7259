extension AppPurchase {
    private static let purchaseDateFlag: UInt64 = 1 << 0
    private static let platformFlag: UInt64 = 1 << 1

    func write(to writer: inout StateWriter) {
        writer.write(
            (originalPurchaseDate == nil ? 0 : Self.purchaseDateFlag)
                | (originalPlatform == nil ? 0 : Self.platformFlag))
        writer.write(sequence: sequence)
        writer.write(signedDate)
        writer.write(digest: digest)
        if let originalPurchaseDate { writer.write(originalPurchaseDate) }
        if let originalPlatform { writer.write(originalPlatform) }
    }

    init(from reader: inout StateReader) throws(RecordError) {
        let flags = try reader.read()
        sequence = try reader.readSequence()
        signedDate = try reader.readDate()
        digest = try reader.readDigest()
        originalPurchaseDate =
            flags & Self.purchaseDateFlag != 0 ? try reader.readDate() : nil
        originalPlatform = flags & Self.platformFlag != 0 ? try reader.readSymbol() : nil
    }
}

extension AppPresentation {
    func write(to writer: inout StateWriter) {
        writer.write(sequence: sequence)
        writer.write(at)
        writer.write(other)
    }

    init(from reader: inout StateReader) throws(RecordError) {
        sequence = try reader.readSequence()
        at = try reader.readDate()
        other = try reader.readAccount()
    }
}
