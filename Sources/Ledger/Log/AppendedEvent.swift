/// An event that is in the log and not in the fold yet, as far as the fold depends on it.
enum AppendedEvent {
    /// One of a line, with what only the state of its line keeps beside it.
    case ofLine(LineNumber, LineEvent, notificationUUID: PackedText?)
    /// One of no line; they are few, and lie apart.
    indirect case ofNone(EventFields)

    init(_ fields: borrowing EventFields) {
        guard let line = fields.line else {
            self = .ofNone(copy fields)
            return
        }
        self = .ofLine(line, LineEvent(fields), notificationUUID: fields.notificationUUID)
    }
}
