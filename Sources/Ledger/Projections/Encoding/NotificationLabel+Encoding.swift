extension NotificationLabel {
    private struct Presence: OptionSet {
        var rawValue: UInt64
        static let type = Presence(rawValue: 1 << 0)
        static let signedDate = Presence(rawValue: 1 << 1)
        static let status = Presence(rawValue: 1 << 2)
        static let transaction = Presence(rawValue: 1 << 3)
        static let renewalInfo = Presence(rawValue: 1 << 4)
        static let notificationUUID = Presence(rawValue: 1 << 5)
        static let subtype = Presence(rawValue: 1 << 6)
    }

    private var presence: Presence {
        var presence: Presence = []
        func note(_ isThere: Bool, _ field: Presence) { if isThere { presence.insert(field) } }
        note(type != nil, .type)
        note(signedDate != nil, .signedDate)
        note(status != nil, .status)
        note(transaction != nil, .transaction)
        note(renewalInfo != nil, .renewalInfo)
        note(notificationUUID != nil, .notificationUUID)
        note(subtype != nil, .subtype)
        return presence
    }

    func write(to writer: inout StateWriter) {
        writer.write(presence.rawValue)
        writer.write(sequence: sequence)
        if let type { writer.write(type) }
        if let subtype { writer.write(subtype) }
        if let notificationUUID { writer.write(bytes: notificationUUID.bytes) }
        if let signedDate { writer.write(signedDate) }
        if let status { writer.write(signed: Int64(status)) }
        for stated in [transaction, renewalInfo] {
            guard let stated else { continue }
            writer.write(sequence: stated.sequence)
            writer.write(stated.signedDate)
        }
    }

    init(from reader: inout StateReader) throws(RecordError) {
        let presence = Presence(rawValue: try reader.read())
        sequence = try reader.readSequence()
        type = presence.contains(.type) ? try reader.readSymbol() : nil
        subtype = presence.contains(.subtype) ? try reader.readSymbol() : nil
        notificationUUID =
            presence.contains(.notificationUUID) ? try reader.readPackedText() : nil
        signedDate = presence.contains(.signedDate) ? try reader.readDate() : nil
        status = presence.contains(.status) ? try reader.readSigned32() : nil
        transaction =
            presence.contains(.transaction)
            ? StatedObject(
                sequence: try reader.readSequence(), signedDate: try reader.readDate()) : nil
        renewalInfo =
            presence.contains(.renewalInfo)
            ? StatedObject(
                sequence: try reader.readSequence(), signedDate: try reader.readDate()) : nil
    }
}
