/// An event that is in the log and not in the fold yet, as far as the fold depends on it.
enum AppendedEvent {
    /// One of a line, with what only the state of its line keeps beside it.
    case ofLine(LineEvent, notificationUUID: PackedText?)
    /// One of no line; they are few, and lie apart.
    indirect case ofNone(EventFields)

    init(_ fields: borrowing EventFields) {
        self =
            fields.line == nil
            ? .ofNone(copy fields)
            : .ofLine(LineEvent(fields), notificationUUID: fields.notificationUUID)
    }
}
